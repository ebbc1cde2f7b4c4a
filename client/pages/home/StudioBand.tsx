/** The studio in one photo and two sentences, with a link to its page. */
import { Link } from 'react-router-dom'
import { Photo } from '../../components/photo/Photo'
import { paths } from '../../paths'
import styles from './StudioBand.module.css'

const WHEEL = {
  __typename: 'Image' as const,
  url: '/photos/studio-wheel.webp',
  alt: 'A potter in an apron behind a bowl just thrown on the wheel, with a sponge and a bowl of water',
  width: 1600,
  height: 1067,
}

export const StudioBand = () => (
  <section className={styles.band} aria-labelledby="studio">
    <div className={`wrap ${styles.columns}`}>
      <Photo image={WHEEL} className={styles.photo} sizes="(max-width: 820px) 100vw, (max-width: 1240px) 55vw, 640px" />
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
