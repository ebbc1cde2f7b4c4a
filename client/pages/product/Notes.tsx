/** Notes that apply to every product: shipping, payment and returns. */
import { PackageCheck, RotateCcw, Wallet } from 'lucide-react'
import { formatRupees } from '../../../server/shared/money/money'
import { SHOP } from '../../../server/shared/shop'
import { useShopSettings } from '../../data/catalogue/shop'
import styles from './Notes.module.css'

/** `onDeliveryUpTo` is the highest order total in rupees for cash on delivery, or null if the shop does not offer it. */
export function Notes({ price, onDeliveryUpTo }: { price: number; onDeliveryUpTo: number | null }) {
  const { returnWindowDays } = useShopSettings()
  const notes = [
    { icon: PackageCheck, text: `Free delivery, packed in straw. ${SHOP.freeShippingCode} is applied automatically.` },
    ...(onDeliveryUpTo === null
      ? []
      : [
          {
            icon: Wallet,
            text: `Cash on delivery ${price > onDeliveryUpTo ? 'only' : 'in most places,'} up to ${formatRupees(onDeliveryUpTo)}`,
          },
        ]),
    { icon: RotateCcw, text: `Returns and exchanges within ${returnWindowDays} days` },
  ]
  return (
    <ul className={styles.notes}>
      {notes.map(({ icon: Icon, text }) => (
        <li key={text}>
          <Icon size={18} strokeWidth={1.5} aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  )
}
