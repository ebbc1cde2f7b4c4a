import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { derivePhoto } from './derivePhoto'
import { MASTER_FILE } from './files'

type Colour = [number, number, number]

const COLOURS: [name: string, Colour][] = [
  ['red', [220, 30, 20]],
  ['green', [40, 140, 60]],
  ['blue', [30, 60, 180]],
  ['celadon', [172, 205, 190]],
  ['grey', [128, 128, 128]],
  ['white', [255, 255, 255]],
  ['near black', [20, 18, 16]],
]
const SIZE = { width: 900, height: 810 }

const filled = ([r, g, b]: Colour): Sharp => sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } })
/** Colours of full quality, so that only the conversion changes them. */
const jpeg = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()

/** The colour in the middle of the stored photo. */
async function storedColour(bytes: Buffer): Promise<number[]> {
  const { files, width, height } = await derivePhoto(bytes)
  const pixel = { left: width >> 1, top: height >> 1, width: 1, height: 1 }
  return [...(await sharp(files.get(MASTER_FILE)).extract(pixel).removeAlpha().raw().toBuffer())]
}

function expectColour(stored: number[], colour: Colour, tolerance: number): void {
  expect(stored).toHaveLength(3)
  const furthest = Math.max(...stored.map((part, i) => Math.abs(part - colour[i]!)))
  expect(furthest, `${stored.join(', ')} instead of ${colour.join(', ')}`).toBeLessThanOrEqual(tolerance)
}

const plainCmyk = (colour: Colour, change = (image: Sharp): Sharp => image): Promise<Buffer> =>
  jpeg(change(filled(colour).toColourspace('cmyk')))

// The colours that Chromium shows for these files.
it.each<[Colour, Colour]>([
  [
    [200, 60, 40],
    [215, 26, 9],
  ],
  [
    [40, 120, 60],
    [40, 167, 15],
  ],
  [
    [128, 128, 128],
    [102, 104, 102],
  ],
  [
    [255, 255, 255],
    [255, 255, 255],
  ],
])('a CMYK photo without a profile shows the inks of %j as browsers do', async (colour, shown) => {
  const bytes = await plainCmyk(colour)
  expect(await sharp(bytes).metadata()).toMatchObject({ space: 'cmyk', hasProfile: false })
  expectColour(await storedColour(bytes), shown, 8)
})

it.each(COLOURS)('a CMYK photo with a profile shows %s as the profile says', async (_name, colour) => {
  // sharp's own CMYK profile cannot show every colour, so the expected colour is the profile's, not the original.
  const bytes = await jpeg(filled(colour).toColourspace('cmyk').withIccProfile('cmyk'))
  expect(await sharp(bytes).metadata()).toMatchObject({ space: 'cmyk', hasProfile: true })
  const [r, g, b] = await sharp(bytes).toColourspace('srgb').raw().toBuffer()
  expectColour(await storedColour(bytes), [r!, g!, b!], 8)
})

it.each(COLOURS)('a Display P3 photo shows %s as its profile says', async (_name, colour) => {
  const bytes = await jpeg(filled(colour).withIccProfile('p3'))
  expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', hasProfile: true })
  expectColour(await storedColour(bytes), colour, 8)
})

it('a CMYK photo is rotated upright', async () => {
  const { width, height } = await derivePhoto(
    await plainCmyk([220, 0, 0], (image) => image.withMetadata({ orientation: 6 })),
  )
  expect([width, height]).toEqual([SIZE.height, SIZE.width])
})
