/** The columns of a product's photos. The first photo is in the product's row; the others have their own rows. */
import type { Tx } from '../../../database/db'
import { invalidInput } from '../../../shared/errors'
import type { ProductInput } from '../../../shared/goods'
import { usePhotos } from '../../../media/assets'

export interface ImageColumns {
  imageUrl: string
  imageAlt: string
  imageWidth: number
  imageHeight: number
}

/** The rows of the photos after the first. */
export const inOrder = (further: ImageColumns[]) => further.map((image, i) => ({ ...image, position: i + 1 }))

export async function writeFurther(tx: Tx, productId: string, images: ReturnType<typeof inOrder>): Promise<void> {
  await tx.productImage.deleteMany({ where: { productId } })
  await tx.productImage.createMany({ data: images.map((image) => ({ ...image, productId })) })
}

/** Accepts only uploaded photos and the product's current ones, because the sizes of other photos are unknown. */
export async function imageColumns(tx: Tx, id: string | null, images: ProductInput['images']): Promise<ImageColumns[]> {
  const uploaded = await usePhotos(
    tx,
    images.map(({ url }) => url),
  )
  const own =
    id === null
      ? []
      : await tx.$queryRaw<{ url: string; width: number; height: number }[]>`
    SELECT image_url AS url, image_width AS width, image_height AS height FROM product WHERE id = ${id}
    UNION ALL SELECT image_url, image_width, image_height FROM product_image WHERE product_id = ${id}`
  return images.map(({ url, alt }) => {
    const size = uploaded.get(url) ?? own.find((each) => each.url === url)
    if (!size) throw invalidInput('images', `There is no photo ${url}. Please upload it first.`)
    return { imageUrl: url, imageAlt: alt, imageWidth: size.width, imageHeight: size.height }
  })
}
