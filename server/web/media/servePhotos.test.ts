import { describe, expect, it } from 'vitest'
import products from '../../../prisma/catalogue/products.json' with { type: 'json' }
import { furtherPhotoWidths, photoName, photoPath, photoWidths, previewPath, WEBP_WIDTH } from '../../shared/photos'
import { photoVersion } from '../../media/cataloguePhotos'
import { startTestApp } from '../../testing/app'
import { call } from '../../testing/calls'

const app = await startTestApp()
const version = photoVersion()
const nameOf = (file: string) => photoName(`/photos/${file}`)!

/** All photo URLs of a product that a page may use. */
const pathsOf = ({ images: [first, ...further] }: (typeof products)[number]): string[] => [
  previewPath(version, nameOf(first!.file)),
  photoPath(version, WEBP_WIDTH, nameOf(first!.file), 'webp'),
  ...photoWidths(first!.width).map((width) => photoPath(version, width, nameOf(first!.file), 'avif')),
  ...further.flatMap(({ file, width: master }) =>
    furtherPhotoWidths(master).map((width) => photoPath(version, width, nameOf(file), 'webp')),
  ),
]

describe('GET /photos/:version/:folder/:file', () => {
  it.each(products)('serves all sizes of $id, cached for a year', async (product) => {
    const paths = pathsOf(product)
    expect(paths).toHaveLength(1 + 1 + 7 + 2 * 3)
    for (const path of paths) {
      const { statusCode, headers } = await call(app, 'GET', path)
      expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'public, max-age=31536000, immutable'])
    }
  })

  it('also serves photos to pages of another version, without caching', async () => {
    const { statusCode, headers } = await call(app, 'GET', photoPath('00000000', 240, 'grand-moon-jar', 'avif'))
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=0'])
  })
})

describe('photoWidths', () => {
  it("never exceed the master's width", () => {
    expect([1400, 720, 100].map(photoWidths)).toEqual([
      [120, 240, 320, 480, 720, 900, 1200],
      [120, 240, 320, 480, 720],
      [100],
    ])
  })

  it('include suitable widths for a thumbnail and a card on a standard-density screen', () => {
    const [thumbnail, card] = [64, 276].map((shown) => photoWidths(1400).find((width) => width >= shown)!)
    expect([thumbnail, card]).toEqual([120, 320])
  })
})
