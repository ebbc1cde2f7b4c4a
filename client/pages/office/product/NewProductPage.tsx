/** The page with the form for a new product. */
import { startOfficeQuery } from '../../../data/office/officeQuery'
import { OfficePart } from '../kit/OfficePart'
import { OfficeCategoriesQueryDocument } from './NewProductPage.generated'
import { ProductForm } from './ProductForm'

export const loader = () => startOfficeQuery(OfficeCategoriesQueryDocument, {})

export const Component = () => (
  <OfficePart<typeof loader> title="New product">
    {({ categories }) => <ProductForm record={null} categories={categories} />}
  </OfficePart>
)
