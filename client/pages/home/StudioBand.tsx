/** The studio in one photo and two sentences, with a link to its page. */
import { Link } from 'react-router-dom'
import { Photo } from '../../components/photo/Photo'
import { STUDIO_PHOTO } from '../../components/photo/studioPhoto'
import { paths } from '../../paths'
import styles from './StudioBand.module.css'

export const StudioBand = () => (
  <section className={styles.band} aria-labelledby="studio">
    <div className={`wrap ${styles.columns}`}>
      <Photo
        image={STUDIO_PHOTO}
        className={styles.photo}
        sizes="(max-width: 820px) 100vw, (max-width: 1240px) 55vw, 640px"
      />
      <div>
        <h2 id="studio">Made in Bengaluru</h2>
        <p>
          Nandini and Arjun throw, glaze and fire everything in one small workshop. Every piece takes about three weeks
          from clay to kiln.
        </p>
        <Link to={paths.studio()} className={styles.link}>
          See our studio
        </Link>
      </div>
    </div>
  </section>
)
