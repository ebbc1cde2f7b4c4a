/** The categories as tall photos, each linked to its listing. */
import type { FragmentType } from '@apollo/client/masking'
import { Link } from 'react-router-dom'
import { Photo } from '../../components/photo/Photo'
import { useFragmentData } from '../../data/reading'
import { paths } from '../../paths'
import styles from './CategoryTiles.module.css'
import { CategoryTiles_CategoriesFragmentDoc, type CategoryTiles_CategoriesFragment } from './CategoryTiles.generated'

export function CategoryTiles({ categories }: { categories: FragmentType<CategoryTiles_CategoriesFragment>[] }) {
  const data = useFragmentData(CategoryTiles_CategoriesFragmentDoc, categories)
  return (
    <ul className={styles.tiles}>
      {data.map((category) => (
        <li key={category.id} className={styles.tile}>
          <div className={styles.photo}>
            <Photo image={category.image} sizes="(max-width: 640px) 44vw, 240px" />
          </div>
          <h3>{category.name}</h3>
          <Link to={paths.products({ categories: [category.id] })} aria-label={`View ${category.name}`}>
            View
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const CategoryTilesSkeleton = () => (
  <div className={styles.tiles} aria-hidden>
    {Array.from({ length: 5 }, (_, i) => (
      <div key={i} className={styles.tile}>
        <div className={`skeleton ${styles.photo}`} />
        <div className="skeleton" style={{ width: '50%', height: 24, marginTop: 12 }} />
        <div className="skeleton" style={{ width: '25%', height: 20, marginTop: 10 }} />
      </div>
    ))}
  </div>
)
