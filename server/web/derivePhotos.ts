/** Makes the photos that browsers load, AVIF and WebP in several widths, from the masters. What is up to date stays. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sharp } from 'sharp'
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
import { DERIVED, MASTERS } from './photos'
import { furtherPhotoWidths } from '../shared/furtherPhotos'
import { photoWidths, PREVIEW, SHOP_PREVIEW, SLIDE, WEBP_WIDTH, WIDE_SLIDE, type PhotoFormat } from '../shared/photos'

/** Little effort: the last percent of a file's size would cost most of a build's time, and of a large photo's most of all. */
const encodingOf = (format: PhotoFormat, width: number) =>
  format === 'avif' ? { quality: 64, effort: width < LARGE ? 3 : 1 } : { quality: 82, effort: 3 }
const LARGE = 900
const AT_ONCE = 2
/** Photos of products are pages' previews, as is the shop's own; slides and categories are not. */
const WITHOUT_PREVIEW = /^(slide|category)-/
const FURTHER = new Set(products.flatMap(({ images }) => images.slice(1).map(({ file }) => file)))

interface Photo {
  name: string
  master: string
  /** The part of the master that it shows, where that is not all. */
  crop: typeof SLIDE | typeof WIDE_SLIDE | null
}

interface Job extends Photo {
  /** The master's own: nothing is computed. */
  whole?: boolean
  width: number
  /** Of a preview; else the photo's own. */
  height?: number
  file: string
  format: PhotoFormat | 'jpeg'
}

const masters = (): string[] => readdirSync(MASTERS).filter((file) => file.endsWith('.webp'))

function photosOf(file: string): Photo[] {
  const [name, master] = [file.replace(/\.webp$/, ''), join(MASTERS, file)]
  if (!name.startsWith('slide-')) return [{ name, master, crop: null }]
  return [
    { name, master, crop: SLIDE },
    { name: name + WIDE_SLIDE.suffix, master, crop: WIDE_SLIDE },
  ]
}

const sizeOf = (photo: Photo, width: number, format: PhotoFormat): Job => ({
  ...photo,
  width,
  format,
  file: join(DERIVED, String(width), `${photo.name}.${format}`),
})

function jobsOf(photo: Photo, masterWidth: number): Job[] {
  if (FURTHER.has(`${photo.name}.webp`)) {
    const widths = furtherPhotoWidths(masterWidth)
    return widths.map((width) => ({ ...sizeOf(photo, width, 'webp'), whole: width === masterWidth }))
  }
  const { folder, ...size } = PREVIEW
  const preview: Job = { ...photo, ...size, format: 'jpeg', file: join(DERIVED, folder, `${photo.name}.jpg`) }
  if (photo.name === SHOP_PREVIEW) return [preview]
  const sizes = [
    sizeOf(photo, WEBP_WIDTH, 'webp'),
    ...photoWidths(photo.crop?.width ?? masterWidth).map((width) => sizeOf(photo, width, 'avif')),
  ]
  return WITHOUT_PREVIEW.test(photo.name) ? sizes : [...sizes, preview]
}

const isStale = ({ file, master }: Job): boolean =>
  !existsSync(file) ||
  statSync(file).mtimeMs < Math.max(statSync(master).mtimeMs, statSync(import.meta.filename).mtimeMs)

/** The whole photo, with its plain background carried on to both sides: a crop would cut the wares. */
async function widen(image: Sharp, width: number, height: number): Promise<Sharp> {
  const master = await image.metadata()
  const missing = Math.max(0, width - Math.round((master.width * height) / master.height))
  const left = Math.floor(missing / 2)
  return image.resize({ width: width - missing, height }).extend({ left, right: missing - left, extendWith: 'copy' })
}

/** How many were made. */
export async function derivePhotos(): Promise<number> {
  const { default: sharp } = await import('sharp')
  // Two photos at a time on a thread each are faster than one on two.
  sharp.concurrency(1)

  async function run({ master, crop, whole, width, height, format, file }: Job): Promise<void> {
    mkdirSync(dirname(file), { recursive: true })
    if (whole) return copyFileSync(master, file)
    let image: Sharp = sharp(master)
    if (crop) image = image.extract({ left: crop.left, top: 0, width: crop.width, height: crop.height })
    image = height === undefined ? image.resize({ width }) : await widen(image, width, height)
    const encoded =
      format === 'jpeg' ? image.jpeg({ quality: 80, mozjpeg: true }) : image.toFormat(format, encodingOf(format, width))
    // In one step: a build that is stopped leaves no half photo behind.
    await encoded.toFile(`${file}.part`)
    renameSync(`${file}.part`, file)
  }

  const stale: Job[] = []
  for (const master of masters()) {
    const { width } = await sharp(join(MASTERS, master)).metadata()
    stale.push(...photosOf(master).flatMap((photo) => jobsOf(photo, width).filter(isStale)))
  }
  const waiting = [...stale]
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await run(job)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return stale.length
}
