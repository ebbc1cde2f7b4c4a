/** The short names of the seeded products in the judged searches. */

export interface JudgedSearch {
  search: string
  /** The short names of the intended products. Names in capitals are groups of products. */
  meant: string
  /** The price bounds that the search text contains, in whole rupees. */
  minPrice?: number
  maxPrice?: number
}

const GROUPS: Record<string, string> = {
  CUPS: 'tumbler indigo celadon kulhad',
  BOWLS: 'sea ramen nut nesting footed',
  PLATES: 'blush cobalt platter ivory ochre',
  PLANTERS: 'fluted pot tripod globes',
  GIFTS: 'vases tea lotus jar',
}

const PRODUCTS: Record<string, string> = {
  tumbler: 'speckled-oat-tumbler',
  indigo: 'indigo-dip-espresso-cup',
  celadon: 'celadon-chai-cup',
  kulhad: 'terracotta-kulhad-set-of-4',
  sea: 'sea-glass-serving-bowl',
  ramen: 'ash-ripple-ramen-bowl',
  nut: 'saffron-nut-bowl',
  nesting: 'midnight-nesting-bowls-set-of-3',
  footed: 'cream-footed-fruit-bowl',
  blush: 'blush-rim-dinner-plate',
  cobalt: 'cobalt-splash-quarter-plate',
  platter: 'stone-grey-platter',
  ivory: 'ivory-dinner-set-of-4',
  ochre: 'ochre-spiral-side-plate',
  fluted: 'white-fluted-planter',
  pot: 'ribbed-terracotta-pot',
  tripod: 'charcoal-tripod-planter',
  globes: 'sage-globe-planter-duo',
  vases: 'bud-vase-trio',
  tea: 'tea-for-two-set',
  lotus: 'lotus-tealight-holder',
  jar: 'grand-moon-jar',
}

/** The ids of the intended products of a judged search. Throws for an unknown name. */
export const idsMeant = ({ meant }: JudgedSearch): string[] =>
  meant
    .split(' ')
    .flatMap((name) => (GROUPS[name] ?? name).split(' '))
    .map((name) => {
      const id = PRODUCTS[name]
      if (id === undefined) throw new Error(`No product has the short name ${name}.`)
      return id
    })
