/** Photos that a buyer took. Each opens in full. */
import { FurtherPhoto } from './FurtherPhoto'
import styles from './BuyerPhotos.module.css'
import type { Photo_ImageFragment } from './Photo.generated'

export const BuyerPhotos = ({ photos }: { photos: Photo_ImageFragment[] }) =>
  photos.length > 0 && (
    <ul className={styles.photos}>
      {photos.map((photo) => (
        <li key={photo.url}>
          <a href={photo.url} target="_blank" rel="noreferrer">
            <FurtherPhoto image={photo} sizes="96px" />
          </a>
        </li>
      ))}
    </ul>
  )
