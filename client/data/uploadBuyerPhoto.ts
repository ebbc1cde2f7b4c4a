/** Uploads a photo for a review or a return. The key of a review link takes the place of the session. */
import { uploadFile, type UploadedPhoto } from './uploadFile'

/** Rejects with an UploadError. */
export const uploadBuyerPhoto = (photo: Blob, linkKey: string | null): Promise<UploadedPhoto> =>
  uploadFile('/buyer-photos', photo, { headers: linkKey === null ? {} : { 'review-link': linkKey } })
