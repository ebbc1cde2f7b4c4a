/** Uploads the photos of products, one at a time. */
import { uploadFile, type UploadedPhoto } from '../uploadFile'

/**
 * Progress ranges from 0 to 1 and covers only the upload, not the time that the server needs to create the sizes. Rejects with an
 * UploadError.
 */
export const uploadPhoto = (photo: Blob, onProgress: (part: number) => void): Promise<UploadedPhoto> =>
  uploadFile('/office/photos', photo, { onProgress })

/** Uploads a photo that `placePhotos` will place, if its file name fits a product. Rejects with an UploadError. */
export const uploadNamedPhoto = (photo: File): Promise<UploadedPhoto> =>
  uploadFile(`/office/photos?${new URLSearchParams({ for: photo.name }).toString()}`, photo)
