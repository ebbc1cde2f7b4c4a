/** The texts of the help pages. */
import { formatRupees } from '../../../server/shared/money/money'
import type { HelpTopic } from '../../../server/shared/pages'
import { DAYS_TO_REMOTE } from '../../../server/shared/delivery/remoteDelivery'
import { SHOP } from '../../../server/shared/shop'

const { returnWindowDays, deliveryDays, giftWrapPrice, freeShippingCode } = SHOP

interface Topic {
  title: string
  /** `byEmail` adds the shop's email address. The page omits this part if the shop has no address. */
  parts: { heading: string; text: string; byEmail?: boolean }[]
}

export const TOPICS: Record<HelpTopic, Topic> = {
  returns: {
    title: 'Return & Refund',
    parts: [
      {
        heading: `${returnWindowDays} days to change your mind`,
        text: `Send a piece back within ${returnWindowDays} days of delivery, unused and in its straw-filled box, and we exchange it or return its price. Ask for it on the order’s own page.`,
      },
      {
        heading: 'Broken on the way',
        text: 'Clay travels well, but not always. Keep the pieces and the box, take a photograph, and write to us: we send a new one.',
      },
      {
        heading: 'When the money is back',
        text: 'Refunds go to the card or account that paid, as soon as the parcel is with us. Banks take some days to show them.',
      },
    ],
  },
  faq: {
    title: 'FAQ',
    parts: [
      {
        heading: 'How long does delivery take?',
        text: `Between ${deliveryDays.minimum} and ${deliveryDays.maximum} days, and up to ${DAYS_TO_REMOTE} more to islands, Ladakh, Sikkim and the north-east. A product’s page tells the day for your PIN code, the checkout for every line before you pay.`,
      },
      {
        heading: 'What does shipping cost?',
        text: `Nothing. ${freeShippingCode} counts on every order by itself: there is no code to enter.`,
      },
      {
        heading: 'Can it be wrapped as a gift?',
        text: `Yes, for ${formatRupees(giftWrapPrice)} an order: tick Gift wrap in your cart.`,
      },
      {
        heading: 'Where is my order?',
        text: 'Track Order, at the end of every page, lists your orders and what has happened to each of them.',
      },
      {
        heading: 'Can I cancel an order?',
        text: 'Yes, on its own page, until it has left us. What was paid goes back to the card or account that paid.',
      },
      {
        heading: 'Can I pay on delivery?',
        text: 'Where the checkout offers it: it knows for your address and your amount. Everything else is paid by card, UPI or net banking.',
      },
      {
        heading: 'Are the pieces safe for food, oven and dishwasher?',
        text: 'All tableware is glazed without lead. Stoneware and porcelain may go into the dishwasher; terracotta is better washed by hand.',
      },
    ],
  },
  contact: {
    title: 'Contact Us',
    parts: [
      {
        heading: 'Write to us',
        text: 'Please name your order, such as CER-000123, where there is one.',
        byEmail: true,
      },
      { heading: 'When we answer', text: 'Monday to Saturday, 10 am to 6 pm, Indian time; usually within a day.' },
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    parts: [
      {
        heading: 'What we keep',
        text: 'Your name, email address, delivery addresses, cart, wishlist and orders. Passwords are kept as a hash that cannot be read back.',
      },
      {
        heading: 'What we never see',
        text: 'Your card. It is typed into the payment provider’s own form, which tells us no more than that you have paid.',
      },
      {
        heading: 'What stays on your device',
        text: 'The proof that you are logged in, your email address if you ask us to remember it, which pieces you looked at last, and the PIN code that you asked about. Logging out removes the first.',
      },
    ],
  },
}
