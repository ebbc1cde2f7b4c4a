/** The shop's telephone and WhatsApp numbers, each as a link. Nothing if the settings name none. */
import { MessageCircle, Phone } from 'lucide-react'
import { readablePhone } from '../../../server/shared/indianNumbers'
import { useShopSettings } from '../../data/catalogue/shop'
import { Value } from '../Value'
import styles from './ContactWays.module.css'

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

export function ContactWays() {
  const { phone, whatsApp } = useShopSettings()
  if (!phone && !whatsApp) return null
  return (
    <ul className={styles.ways} aria-label="Phone and WhatsApp">
      {phone && (
        <li>
          <a href={`tel:${phone}`}>
            <Phone {...ICON} />
            <Value>{readablePhone(phone)}</Value>
          </a>
        </li>
      )}
      {whatsApp && (
        <li>
          <a href={`https://wa.me/${whatsApp.slice(1)}`} target="_blank" rel="noreferrer">
            <MessageCircle {...ICON} />
            <Value>{`WhatsApp ${readablePhone(whatsApp)}`}</Value>
          </a>
        </li>
      )}
    </ul>
  )
}
