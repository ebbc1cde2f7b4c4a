/** The product's facts and the shop's terms, in sections that the shopper opens. The first is open. */
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DAYS_TO_REMOTE } from '../../../server/shared/delivery/remoteDelivery'
import { SHOP } from '../../../server/shared/shop'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import { Details, hasDetails } from './Details'
import type { ProductPageQuery } from './ProductPage.generated'
import styles from './Sections.module.css'

interface SectionsProps {
  product: NonNullable<ProductPageQuery['product']>
  /** True if the shop offers cash on delivery. */
  hasCashOnDelivery: boolean
}

export function Sections({ product, hasCashOnDelivery }: SectionsProps) {
  const { returnWindowDays } = useShopSettings()
  const { minimum, maximum } = SHOP.deliveryDays
  return (
    <div className={styles.sections}>
      {hasDetails(product) && (
        <Section title="Details" open>
          <Details product={product} />
        </Section>
      )}
      {product.care && (
        <Section title="Care">
          <p>{product.care}</p>
        </Section>
      )}
      <Section title="Delivery">
        <p>
          Free on every order. We deliver in {minimum} to {maximum} days. Islands, Ladakh, Sikkim and the north-east can
          take {DAYS_TO_REMOTE} days more. Items of one order can arrive on different days.
        </p>
      </Section>
      <Section title="Returns and exchanges">
        <p>
          Return or exchange an unused item within {returnWindowDays} days of delivery, from the page of your order. To
          exchange it, choose to return it and order the other one.
        </p>
        <p>
          Refunds go back to the card, bank account or UPI ID that you paid with.
          {hasCashOnDelivery && ' For cash on delivery, email us the bank account or UPI ID for the refund.'}{' '}
          <Link to={paths.help('returns')} className="text-link">
            More about returns
          </Link>
        </p>
      </Section>
    </div>
  )
}

const Section = ({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <details open={open}>
    <summary>{title}</summary>
    {children}
  </details>
)
