/** The page with the form for a new product. */
import { useLoaderData } from 'react-router-dom'
import { loadOffice } from '../../../data/office/officeQuery'
import { OfficePart } from '../kit/OfficePart'
import { OfficeCategoriesQueryDocument } from './NewProductPage.generated'
import { ProductForm } from './ProductForm'

export const loader = () => loadOffice(OfficeCategoriesQueryDocument, {})

export const Component = () => (
  <OfficePart title="New product">
    <ProductForm record={null} categories={useLoaderData<typeof loader>().categories} />
  </OfficePart>
)
