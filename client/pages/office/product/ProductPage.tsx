/** The page with the form of an existing product. */
import { useParams, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { OfficeRecordQueryDocument } from '../../../data/office/officeGoods.generated'
import { startOfficeQuery } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { OfficePart } from '../kit/OfficePart'
import { ProductForm } from './ProductForm'

export const loader = ({ params }: LoaderFunctionArgs) =>
  startOfficeQuery(OfficeRecordQueryDocument, { id: params['id']! })

export function Component() {
  const id = useParams()['id']!
  return (
    <OfficePart<typeof loader> key={id} title={id}>
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
