/** The page with the form for an existing product. */
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { OfficeRecordQueryDocument } from '../../../data/office/product.generated'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths, paths } from '../../../paths'
import { useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import { OfficePart } from '../kit/OfficePart'
import { draftOf } from './productDraft'
import { ProductForm, type ProductFormProps } from './ProductForm'
import { ProductPreview } from './ProductPreview'

export const loader = ({ params }: LoaderFunctionArgs) => loadOffice(OfficeRecordQueryDocument, { id: params['id']! })

export function Component() {
  const {
    office: { product },
    categories,
  } = useLoaderData<typeof loader>()
  return (
    <OfficePart title={product?.product.title ?? 'Product'}>
      {product ? (
        <Loaded key={product.id} record={product} categories={categories} />
      ) : (
        <EmptyState drawing="search" sentence="We could not find this product.">
          <ButtonLink to={officePaths.products()}>All products</ButtonLink>
        </EmptyState>
      )}
    </OfficePart>
  )
}

function Loaded({ record, ...rest }: ProductFormProps & { record: NonNullable<ProductFormProps['record']> }) {
  const mayChange = useMay('write_products')
  if (mayChange) return <ProductForm record={record} {...rest} />
  return (
    <>
      <div className={kit.head}>
        <h1>{record.product.title}</h1>
        {record.hiddenAt ? (
          <span className={kit.mark}>{record.awaitsPhoto ? 'Waits for a photo' : 'Hidden'}</span>
        ) : (
          <Link to={paths.product(record.id)} className="text-link">
            View in shop
          </Link>
        )}
      </div>
      <p className={kit.quiet}>Your role does not include changes of products.</p>
      <ProductPreview draft={draftOf(record)} stock={record.stock} />
    </>
  )
}
