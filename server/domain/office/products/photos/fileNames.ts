/** Finds the product and the gallery position that a photo's file name refers to. The name is used only for comparison, never as a path. */
import { GOODS_LIMITS } from '../../../../shared/goods'
import { PHOTO_FILE } from '../../../../shared/photos'
import { addressOf } from '../../../../shared/slug'

export interface Target {
  productId: string
  /** Counted from 1. */
  position: number
}

export type Match = Target | { reason: string }

/** `blue-bowl_2`: ids contain no underscore, so this form is never ambiguous. */
const EXPLICIT = /^(.+)_0*([1-9]\d?)$/
const NUMBERED = /^(.+)-0*([1-9]\d?)$/
const MAX_NAMED = 3
const MAX_SHOWN_LENGTH = 80

/** A file name for display, without control characters and folders. */
export function shownName(path: string): string {
  const name = baseName(path).replace(/\p{C}/gu, '?')
  return name.length > MAX_SHOWN_LENGTH ? `${name.slice(0, MAX_SHOWN_LENGTH)}…` : name
}

const baseName = (path: string): string => path.split(/[/\\]/).at(-1)!

export function matcher(products: { id: string; title: string }[]): (fileName: string) => Match {
  const ids = new Set(products.map(({ id }) => id))
  const byTitle = new Map<string, string[]>()
  for (const { id, title } of products) {
    const slug = addressOf(title)
    const same = byTitle.get(slug)
    if (same) same.push(id)
    else if (slug !== '') byTitle.set(slug, [id])
  }
  const find = (slug: string, position: number): Target[] =>
    (ids.has(slug) ? [slug] : (byTitle.get(slug) ?? [])).map((productId) => ({ productId, position }))
  const findNumbered = (pattern: RegExp, text: string): Target[] => {
    const [, stem, digits] = pattern.exec(text) ?? []
    return stem === undefined ? [] : find(addressOf(stem), Number(digits))
  }

  return (fileName) => {
    const name = baseName(fileName)
    if (name.startsWith('.') || !PHOTO_FILE.test(name)) return { reason: 'is not a JPEG, PNG, WebP or AVIF file' }
    const text = name.replace(PHOTO_FILE, '')
    const slug = addressOf(text)
    const explicit = findNumbered(EXPLICIT, text.trim())
    const found = explicit.length > 0 ? explicit : [...find(slug, 1), ...findNumbered(NUMBERED, slug)]
    const [target, ...others] = found
    if (!target) return { reason: `no product has the id or title “${slug.slice(0, MAX_SHOWN_LENGTH)}”` }
    if (others.length > 0) return { reason: ambiguous(found) }
    if (target.position > GOODS_LIMITS.images) return { reason: `a product has at most ${GOODS_LIMITS.images} photos` }
    return target
  }
}

function ambiguous(found: Target[]): string {
  const readings = found.map(({ productId, position }) => `${productId}_${position}`)
  const more = found.length > MAX_NAMED ? ` or one of ${found.length - MAX_NAMED} more` : ''
  return `matches several photos. Rename it to ${readings.slice(0, MAX_NAMED).join(' or ')}${more}`
}
