/** A link to help with an order. The email that it opens names the order. */
import { Link } from 'react-router-dom'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'

export function OrderHelp({ number }: { number: string }) {
  const { contactEmail } = useShopSettings()
  const text = 'Contact us about this order'
  return contactEmail ? (
    <a className="text-link" href={`mailto:${contactEmail}?subject=${encodeURIComponent(`Help with order ${number}`)}`}>
      {text}
    </a>
  ) : (
    <Link className="text-link" to={paths.help('faq')}>
      {text}
    </Link>
  )
}
