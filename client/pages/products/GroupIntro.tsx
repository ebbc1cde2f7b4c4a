/** What a listing from the header shows above its products: a photo and a few sentences. */
import { Link } from 'react-router-dom'
import type { ListingGroup } from '../../../server/shared/pages'
import { Photo } from '../../components/photo/Photo'
import { paths } from '../../paths'
import styles from './GroupIntro.module.css'
import { GROUPS } from './groups'

export function GroupIntro({ group }: { group: ListingGroup }) {
  const { text, photo } = GROUPS[group]
  return (
    <div className={styles.intro}>
      <Photo image={{ __typename: 'Image', ...photo }} eager sizes="(max-width: 640px) 112px, 200px" />
      <p>
        {text}
        {group === 'brands' && (
          <>
            {' '}
            <Link to={paths.studio()} className="text-link">
              Our studio
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
