/** One product's form, of a new one or of one that is there. */
import { useParams } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { OfficeRecordQueryDocument } from '../../../data/office/officeGoods.generated'
import { officePaths } from '../../../officePaths'
import { OfficePart } from '../kit/OfficePart'
import { OfficeCategoriesQueryDocument } from './NewProductPage.generated'
import { ProductForm } from './ProductForm'

export function OfficeProductPage() {
  const id = useParams()['id']
  if (id === undefined) {
    return (
      <OfficePart key="new" document={OfficeCategoriesQueryDocument} variables={{}} title="New product">
        {({ categories }) => <ProductForm record={null} categories={categories} />}
      </OfficePart>
    )
  }
  return (
    <OfficePart key={id} document={OfficeRecordQueryDocument} variables={{ id }} title={id}>
      {({ office, categories }, refresh) =>
        office.product ? (
          <ProductForm record={office.product} categories={categories} refresh={refresh} />
        ) : (
          <EmptyState drawing="search" sentence="There is no such product.">
            <ButtonLink to={officePaths.goods()}>All goods</ButtonLink>
          </EmptyState>
        )
      }
    </OfficePart>
  )
}
