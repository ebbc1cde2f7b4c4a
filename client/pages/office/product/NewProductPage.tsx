/** The page with the form for a new product, or for a new variant of the product that the address names. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { loadOffice } from '../../../data/office/officeQuery'
import { OfficePart } from '../kit/OfficePart'
import { OfficeRecordQueryDocument } from '../../../data/office/product.generated'
import { OfficeCategoriesQueryDocument } from './NewProductPage.generated'
import { variantDraftOf } from './productDraft'
import { ProductForm } from './ProductForm'

export async function loader({ request }: LoaderFunctionArgs) {
  const of = new URL(request.url).searchParams.get('of')
  if (of === null) return { categories: (await loadOffice(OfficeCategoriesQueryDocument, {})).categories, whole: null }
  const { office, categories } = await loadOffice(OfficeRecordQueryDocument, { id: of })
  return { categories, whole: office.product }
}

export function Component() {
  const { categories, whole } = useLoaderData<typeof loader>()
  return (
    <OfficePart title={whole ? 'New variant' : 'New product'}>
      <ProductForm
        key={whole?.id}
        record={null}
        categories={categories}
        initial={whole ? variantDraftOf(whole) : undefined}
      />
    </OfficePart>
  )
}
