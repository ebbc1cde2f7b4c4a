/**
 * A step of the build: derives AVIF and WebP versions of the catalogue's masters, in several widths, for browsers to load. Photos that are
 * already up to date stay unchanged. The server makes no sizes when a browser first requests them: otherwise, each server would need sharp
 * for that, and callers could trigger expensive work.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sharp } from 'sharp'
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
import { DERIVED, MASTERS } from './cataloguePhotos'
import { encodePreview, encodeSize } from './encodePhoto'
import {
  furtherPhotoWidths,
  photoWidths,
  PREVIEW,
  SHOP_PREVIEW,
  SLIDE,
  slideWidths,
  WEBP_WIDTH,
  WIDE_SLIDE,
  type PhotoFormat,
} from '../shared/photos'

const AT_ONCE = 2
/** Product photos and the shop's own photo serve as link previews. Slides and categories do not. */
const WITHOUT_PREVIEW = /^(slide|category)-/
const ENCODING = join(import.meta.dirname, 'encodePhoto.ts')
const FURTHER = new Set(products.flatMap(({ images }) => images.slice(1).map(({ file }) => file)))

interface Photo {
  name: string
  master: string
  /** The part of the master to show, or null for all of it. */
  crop: typeof SLIDE | typeof WIDE_SLIDE | null
}

interface Job extends Photo {
  /** True if the photo is as wide as its master, which is then copied. */
  whole?: boolean
  width: number
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
  const { folder, width } = PREVIEW
  const preview: Job = { ...photo, width, format: 'jpeg', file: join(DERIVED, folder, `${photo.name}.jpg`) }
  if (photo.name === SHOP_PREVIEW) return [preview]
  const sizes = [
    sizeOf(photo, WEBP_WIDTH, 'webp'),
    ...(photo.crop ? slideWidths(photo.crop.width) : photoWidths(masterWidth)).map((width) =>
      sizeOf(photo, width, 'avif'),
    ),
  ]
  return WITHOUT_PREVIEW.test(photo.name) ? sizes : [...sizes, preview]
}

const isStale = ({ file, master }: Job): boolean =>
  !existsSync(file) ||
  statSync(file).mtimeMs < Math.max(...[master, import.meta.filename, ENCODING].map((path) => statSync(path).mtimeMs))

/** Returns the number of photos created. */
export async function deriveCataloguePhotos(): Promise<number> {
  const { default: sharp } = await import('sharp')
  // Processing two photos at a time with one thread each is faster than one photo with two threads.
  sharp.concurrency(1)

  async function run({ master, crop, whole, width, format, file }: Job): Promise<void> {
    mkdirSync(dirname(file), { recursive: true })
    if (whole) return copyFileSync(master, file)
    let image: Sharp = sharp(master)
    if (crop) image = image.extract({ left: crop.left, top: 0, width: crop.width, height: crop.height })
    const encoded = format === 'jpeg' ? await encodePreview(image) : encodeSize(image, width, format)
    // Renaming is one step, so a stopped build leaves no partial photo.
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
