/** The page with the form for a new product, or for a new variant of the product that the address names. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { loadOffice } from '../../../data/office/officeQuery'
import { OfficePart } from '../kit/OfficePart'
import { OfficeRecordQueryDocument } from '../../../data/office/product.generated'
import { NewProductQueryDocument } from './NewProductPage.generated'
import { newDraft, variantDraftOf } from './productDraft'
import { ProductForm } from './ProductForm'

export async function loader({ request }: LoaderFunctionArgs) {
  const of = new URL(request.url).searchParams.get('of')
  if (of === null) {
    const { office, categories } = await loadOffice(NewProductQueryDocument, {})
    return { categories, whole: null, initial: newDraft(office.products.nodes[0]) }
  }
  const { office, categories } = await loadOffice(OfficeRecordQueryDocument, { id: of })
  const whole = office.product
  return { categories, whole, initial: whole ? variantDraftOf(whole) : newDraft() }
}

export function Component() {
  const { categories, whole, initial } = useLoaderData<typeof loader>()
  return (
    <OfficePart title={whole ? 'New variant' : 'New product'}>
      <ProductForm key={whole?.id} record={null} categories={categories} initial={initial} />
    </OfficePart>
  )
}
