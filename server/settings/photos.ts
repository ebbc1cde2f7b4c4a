/** Uploaded photos: their store and size. */
import { z } from 'zod'
import { isBucket, positive } from './kinds'

export const variables = z.object({
  PHOTOS_S3_URL: z
    .string()
    .refine(
      isBucket,
      'must be an address such as https://KEY:SECRET@s3.example/bucket?region=ap-south-1, with key and secret percent-encoded',
    )
    .optional(),
  PHOTO_MAX_MB: positive(100).default(15),
})

type Values = z.infer<typeof variables>

export function settings(values: Values) {
  return {
    /** The bucket for uploaded photos. Null for a folder in the data folder. */
    photosS3: bucket(values),
    /** The size limit of an uploaded photo. */
    largestPhotoBytes: Math.round(values.PHOTO_MAX_MB * 1_000_000),
  }
}

function bucket({ PHOTOS_S3_URL: text }: Values) {
  if (!text) return null
  const { origin, pathname, username, password, searchParams } = new URL(text)
  return {
    /** The bucket's URL, without a slash at the end. */
    url: origin + pathname.replace(/\/$/, ''),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') || 'us-east-1',
  }
}
