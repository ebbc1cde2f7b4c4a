/** The introductions of the listings that the header links to. */
import type { ListingGroup } from '../../../server/shared/pages'
import { STUDIO_PHOTO } from '../../components/photo/studioPhoto'
import type { ProductGroup } from '../../generated/types'

interface Group {
  name: string
  /** Null lists everything. */
  group: ProductGroup | null
  text: string
  /** A square photo that every shop has. */
  photo: { url: string; alt: string; width: number; height: number }
}

const photo = (name: string, alt: string) => ({ url: `/photos/${name}.webp`, alt, width: 1400, height: 1400 })

export const GROUPS: Record<ListingGroup, Group> = {
  decor: {
    name: 'Decor',
    group: 'DECOR',
    text: 'Planters, vases and quiet shapes for the shelf, the sideboard and the window sill. Each is made by hand, so no two are exactly alike.',
    photo: photo('bud-vase-trio-2', 'Three bud vases on an oak sideboard beside their tied gift box'),
  },
  dining: {
    name: 'Dining',
    group: 'DINING',
    text: 'Plates, bowls and cups for the laid table, from the first chai to a dinner for many.',
    photo: photo('ivory-dinner-set-of-4-2', 'An ivory plate laid with a napkin and cutlery, three more stacked behind'),
  },
  kitchen: {
    name: 'Kitchen',
    group: 'KITCHEN',
    text: 'Bowls that nest, a platter and a teapot, to mix, keep and serve in. The page of each item says whether it may go into the dishwasher.',
    photo: photo(
      'midnight-nesting-bowls-set-of-3-2',
      'Three midnight-blue bowls at lunch, with salad, dal and yoghurt',
    ),
  },
  brands: {
    name: 'Brands',
    group: null,
    text: 'We sell one brand: our own studio in Bengaluru. Nandini throws the bowls, cups and planters. Arjun makes the plates, mixes the glazes and fires the kilns.',
    photo: STUDIO_PHOTO,
  },
}
