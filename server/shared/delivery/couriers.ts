/** The best-known couriers in India: their tracking pages and the usual form of their numbers. Couriers change both from time to time. */
import { line } from '../text'

/** Stands for the tracking number in a link. */
const NUMBER = '{number}'

interface Courier {
  name: string
  /** Other usual spellings. */
  aliases?: string[]
  /** The tracking page. Without NUMBER, the buyer enters the number there, because the page asks for a code from a picture first. */
  link: string
  /** The usual form of a number. Couriers also have others. */
  form: RegExp
}

const LIST: Courier[] = [
  {
    name: 'India Post',
    aliases: ['Speed Post', 'Indian Post'],
    link: 'https://www.indiapost.gov.in/_layouts/15/DOP.Portal.Tracking/TrackConsignment.aspx',
    form: /^[A-Z]{2}[0-9]{9}IN$/,
  },
  {
    name: 'Delhivery',
    link: `https://www.delhivery.com/track-v2/package/${NUMBER}`,
    form: /^[0-9]{11,15}$/,
  },
  {
    name: 'Blue Dart',
    link: `https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=${NUMBER}`,
    form: /^[0-9]{8,11}$/,
  },
  {
    name: 'DTDC',
    link: 'https://www.dtdc.com/track-your-shipment/',
    form: /^[A-Z][0-9]{8,11}$|^[0-9]{8,13}$/,
  },
  {
    name: 'Xpressbees',
    aliases: ['Express Bees'],
    link: `https://www.xpressbees.com/track?isawb=Yes&trackid=${NUMBER}`,
    form: /^[0-9]{13,16}$|^[A-Z]{2}[0-9]{12}$/,
  },
  {
    name: 'Ekart',
    aliases: ['Ekart Logistics'],
    link: `https://ekartlogistics.com/shipmenttrack/${NUMBER}`,
    form: /^[A-Z]{4}[0-9]{10}$/,
  },
  {
    name: 'Ecom Express',
    link: `https://ecomexpress.in/tracking/?awb_field=${NUMBER}`,
    form: /^[0-9]{9,12}$/,
  },
  {
    name: 'Shadowfax',
    link: 'https://www.shadowfax.in/track-order',
    form: /^[A-Z0-9]{10,16}$/,
  },
  {
    name: 'Professional Couriers',
    aliases: ['The Professional Couriers', 'TPC'],
    link: 'https://www.tpcindia.com/track-info.aspx',
    form: /^[A-Z]{3}[0-9]{5,12}$/,
  },
  {
    name: 'Amazon Shipping',
    link: `https://track.amazon.in/tracking/${NUMBER}`,
    form: /^[A-Z0-9]{10,15}$/,
  },
]

export const COURIERS: readonly string[] = LIST.map(({ name }) => name)

/** `Blue Dart`, `bluedart` and `BLUE-DART` are the same courier. */
const plain = (name: string): string =>
  line(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const BY_NAME = new Map(
  LIST.flatMap((courier) => [courier.name, ...(courier.aliases ?? [])].map((name) => [plain(name), courier] as const)),
)

/** The listed name of a known courier. Other names are compared without case, and names without Latin letters as they are. */
const keyOf = (name: string): string => BY_NAME.get(plain(name))?.name ?? (plain(name) || line(name).toLowerCase())

/** True for two spellings of one courier, such as `India Post` and `speed post`. */
export const isSameCourier = (a: string, b: string): boolean => keyOf(a) === keyOf(b)

/**
 * The tracking page of a parcel: `own` if it is not empty, and otherwise the courier's. `own` can contain `{number}`, which stands for the
 * tracking number. Null for an unknown courier.
 */
export function trackingLink(carrier: string, trackingNumber: string, own = ''): string | null {
  const link = line(own) || BY_NAME.get(plain(carrier))?.link
  return link?.replaceAll(NUMBER, () => encodeURIComponent(trackingNumber)) ?? null
}

/** True if the courier's numbers usually look different. Such a number may still be right. */
export function isUnusual(carrier: string, trackingNumber: string): boolean {
  const courier = BY_NAME.get(plain(carrier))
  return courier !== undefined && !courier.form.test(trackingNumber)
}
