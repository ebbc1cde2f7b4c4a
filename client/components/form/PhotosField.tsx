/** Photos that a buyer adds to a review or a return: their previews, and a control that uploads more. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { splitPhotoKey } from '../../../server/shared/photos'
import { uploadBuyerPhoto } from '../../data/uploadBuyerPhoto'
import { UploadError } from '../../data/uploadFile'
import { RoundButton } from '../Button'
import form from './FormDialog.module.css'
import styles from './PhotosField.module.css'

interface PhotosFieldProps {
  /** The URLs of the uploaded photos. */
  photos: string[]
  onChange: (change: (photos: string[]) => string[]) => void
  most: number
  /** The key of a review link, with which a buyer without a session uploads. */
  linkKey?: string | null
  isUploading: boolean
  /** True while the form is sent, which needs all photos. */
  disabled: boolean
  onUploading: (isUploading: boolean) => void
  /** An error about the photos that the form found. */
  error?: string | undefined
}

export function PhotosField({
  photos,
  onChange,
  most,
  linkKey = null,
  isUploading,
  disabled,
  onUploading,
  error,
}: PhotosFieldProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const upload = async (files: File[]) => {
    onUploading(true)
    setFailed(null)
    try {
      // One after another, because the shop encodes one photo at a time.
      for (const file of files.slice(0, most - photos.length)) {
        const { url } = await uploadBuyerPhoto(file, linkKey)
        // The shop may sign the address of the same photo again.
        const isSame = (each: string) => splitPhotoKey(each).url === splitPhotoKey(url).url
        onChange((known) => (known.some(isSame) ? known : [...known, url]))
      }
    } catch (cause) {
      if (!(cause instanceof UploadError)) throw cause
      setFailed(cause.message)
    } finally {
      onUploading(false)
    }
  }
  const problem = failed ?? error
  return (
    <>
      <div className={styles.photos}>
        {photos.map((url, i) => (
          <div key={url} className={styles.photo}>
            <img src={url} alt={`Your photo ${i + 1}`} width={72} height={72} />
            <RoundButton
              aria-label={`Remove photo ${i + 1}`}
              onClick={() => onChange((known) => known.filter((each) => each !== url))}
            >
              <X size={16} aria-hidden />
            </RoundButton>
          </div>
        ))}
        {photos.length < most && (
          <label className={styles.add} aria-busy={isUploading || undefined}>
            <input
              type="file"
              name="photos"
              accept="image/jpeg,image/png,image/webp,image/avif"
              multiple
              disabled={isUploading || disabled}
              className="visually-hidden"
              onChange={({ target }) => {
                const files = [...(target.files ?? [])]
                target.value = ''
                void upload(files)
              }}
            />
            {isUploading ? 'Uploading…' : `Add photos, up to ${most}`}
          </label>
        )}
      </div>
      {problem && (
        <p role="alert" className={form.error}>
          {problem}
        </p>
      )}
    </>
  )
}
