/** What holds for every product: taxes, shipping, paying and returning. */
import { PackageCheck, ReceiptText, RotateCcw, Wallet } from 'lucide-react'
import { SHOP } from '../../../server/shared/shop'
import { useShopSettings } from '../../data/shop'
import styles from './Notes.module.css'

export function Notes() {
  const { returnWindowDays } = useShopSettings()
  const notes = [
    { icon: ReceiptText, text: 'Price includes all taxes' },
    { icon: PackageCheck, text: `Ships in a straw-filled box, free with ${SHOP.freeShippingCode}` },
    { icon: Wallet, text: 'Pay on delivery where available' },
    { icon: RotateCcw, text: `${returnWindowDays}-day exchange and return` },
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
