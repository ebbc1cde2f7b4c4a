/** What the help pages say. */
import { formatRupees } from '../../../server/shared/money'
import type { HelpTopic } from '../../../server/shared/pages'
import { SHOP } from '../../../server/shared/shop'

const { returnWindowDays, deliveryDays, giftWrapPrice, freeShippingCode } = SHOP

interface Topic {
  title: string
  parts: { heading: string; text: string }[]
}

export const TOPICS: Record<HelpTopic, Topic> = {
  returns: {
    title: 'Return & Refund',
    parts: [
      {
        heading: `${returnWindowDays} days to change your mind`,
        text: `Send a piece back within ${returnWindowDays} days of delivery, unused and in its straw-filled box, and we exchange it or return its price.`,
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
        text: `Between ${deliveryDays.minimum} and ${deliveryDays.maximum} days. The checkout shows a day for every line before you pay.`,
      },
      {
        heading: 'What does shipping cost?',
        text: `Nothing. Every order ships free with ${freeShippingCode}; there is no need to type it.`,
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
        text: 'hello@cerashop.example. Please name your order, such as CER-000123, where there is one.',
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
        text: 'The proof that you are logged in, your email address if you ask us to remember it, and which pieces you looked at last. Logging out removes the first.',
      },
    ],
  },
}
