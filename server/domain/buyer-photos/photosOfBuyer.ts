/** Checks the photos that a buyer adds to a review or a return: only those that the same buyer uploaded. */
import type { Tx } from '../../database/db'
import { usePhotos } from '../../media/assets'
import { invalidInput } from '../../shared/errors'
import { photoName, splitPhotoKey } from '../../shared/photos'

/** Protects the photos from removal. Accepts their URLs with and without a signature. Throws INVALID_INPUT for a photo that neither the buyer uploaded nor `own` contains, and for two of one. */
export async function photosOfBuyer(tx: Tx, userId: string, given: string[], own: string[] = []) {
  if (given.length === 0) return []
  const urls = given.map((each) => splitPhotoKey(each).url)
  const names = urls.flatMap((url) => photoName(url) ?? [])
  const uploads = await tx.reviewUpload.findMany({ where: { userId, name: { in: names } }, select: { name: true } })
  const allowed = new Set(uploads.map(({ name }) => name))
  const found = await usePhotos(
    tx,
    urls.filter((url) => own.includes(url) || allowed.has(photoName(url) ?? '')),
    'REVIEW_PHOTO',
  )
  if (new Set(urls).size < urls.length || urls.some((url) => !found.has(url)))
    throw invalidInput('photos', 'Please upload each photo again, and add it only once.')
  return urls.map((imageUrl) => {
    const { width, height } = found.get(imageUrl)!
    return { imageUrl, imageWidth: width, imageHeight: height }
  })
}
