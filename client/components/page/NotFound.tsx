/** The page for unknown URLs: a way back, a search, and some products. */
import { paths } from '../../paths'
import { Button, ButtonLink } from '../Button'
import { EmptyState } from '../EmptyState'
import { Field } from '../form/Field'
import { Bestsellers } from '../product/Bestsellers'
import styles from './NotFound.module.css'
import { NotFoundHead } from './PageHead'

export function NotFound() {
  return (
    <div className="wrap page">
      <NotFoundHead />
      <EmptyState drawing="missing" sentence="Oops! Could not find the page!">
        <ButtonLink to={paths.home()}>Back to the shop</ButtonLink>
      </EmptyState>
      <form role="search" action={paths.products()} className={styles.search}>
        <Field label="Search products" name="search" type="search" maxLength={200} />
        <Button type="submit" look="quiet">
          Search
        </Button>
      </form>
      <Bestsellers shape="row" />
    </div>
  )
}
