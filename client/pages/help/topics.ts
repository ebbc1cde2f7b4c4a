/** The texts of the help pages. */
import { formatRupees } from '../../../server/shared/money/money'
import type { HelpTopic } from '../../../server/shared/pages'
import { DAYS_TO_REMOTE } from '../../../server/shared/delivery/remoteDelivery'
import { SHOP } from '../../../server/shared/shop'
import { PRIVACY } from './privacy'
import { TERMS } from './terms'

const { returnWindowDays, deliveryDays, giftWrapPrice, freeShippingCode } = SHOP

interface Topic {
  title: string
  /** True for a list of questions, whose answers are folded. */
  isFolded?: boolean
  /**
   * `byEmail` adds the shop's email address. The page omits this part if the shop has no address. `id` is the target of links. `words` are
   * words of shoppers that the texts do not contain, for the search.
   */
  parts: { id?: string; heading: string; text: string; byEmail?: boolean; words?: string }[]
}

export const TOPICS: Record<HelpTopic, Topic> = {
  returns: {
    title: 'Return & Refund',
    isFolded: true,
    parts: [
      {
        heading: `${returnWindowDays} days to change your mind`,
        words: 'send back',
        text: `You can return or exchange unused items within ${returnWindowDays} days of delivery, in the box that they came in. Open the order in Your orders, choose Return, and choose the items and their number. We email you our answer.`,
      },
      {
        heading: 'Exchanges',
        text: 'To exchange an item for another one, choose to return it and order the other one. You do not need to wait for the refund.',
      },
      {
        heading: 'Broken in transit',
        words: 'damaged cracked chipped crack chip arrived replace',
        text: 'Open the order in Your orders, choose Return, and add a photo. Choose a replacement or a refund. Keep the broken item until we answer; you need not send it to us.',
      },
      {
        heading: 'Refunds of online payments',
        words: 'money back when card',
        text: 'We refund to the card, bank account or UPI ID that you paid with, once we have the parcel. Banks take 5 to 7 working days to show it.',
      },
      {
        heading: 'Refunds of cash on delivery',
        words: 'cod',
        text: 'We transfer the money to your bank account or UPI ID. Please email us the account or the UPI ID with your order number.',
      },
    ],
  },
  shipping: {
    title: 'Shipping',
    isFolded: true,
    parts: [
      {
        heading: 'Where we deliver',
        words: 'pincode abroad international ship country',
        text: 'To every PIN code in India that a product page accepts. Enter yours there to see the day.',
      },
      {
        heading: 'How long it takes',
        text: `${deliveryDays.minimum} to ${deliveryDays.maximum} days. Islands, Ladakh, Sikkim and the north-east can take ${DAYS_TO_REMOTE} days more.`,
      },
      { heading: 'What it costs', text: `Nothing. ${freeShippingCode} is applied automatically to every order.` },
      {
        heading: 'A product is sold out',
        words: 'stock notify back available',
        text: 'On its page, you can ask for one email when it is back. We write to the people who asked first, at most five for each item, and keep none aside.',
      },
      {
        heading: 'Following your order',
        text: 'Choose the person at the top of a page, then Orders. Once we have shipped an order, its page names the courier and the tracking number.',
        words: 'track where parcel shipment status',
      },
      {
        heading: 'Broken in transit',
        words: 'damaged cracked chipped crack chip arrived replace',
        text: 'Open the order in Your orders, choose Return, and add a photo. Choose a replacement or a refund. Keep the broken item until we answer; you need not send it to us.',
      },
    ],
  },
  faq: {
    title: 'FAQ',
    isFolded: true,
    parts: [
      {
        heading: 'How long does delivery take?',
        text: `${deliveryDays.minimum} to ${deliveryDays.maximum} days. Islands, Ladakh, Sikkim and the north-east can take ${DAYS_TO_REMOTE} days more. Enter your PIN code on a product page to see the days. Checkout shows the day of each item.`,
      },
      {
        heading: 'What does delivery cost?',
        text: `Nothing. Delivery is free on every order. ${freeShippingCode} is applied automatically.`,
      },
      {
        heading: 'Can you gift wrap my order?',
        text: `Yes, for ${formatRupees(giftWrapPrice)} per order. Add gift wrap in your cart.`,
      },
      {
        heading: 'Where is my order?',
        text: 'Choose the person at the top of a page, then Orders. The list shows where each order is, and a press on it shows every step. Our emails about an order link to it too.',
        words: 'track tracking find status parcel late',
      },
      {
        heading: 'Can I cancel an order?',
        words: 'cancellation',
        text: 'Yes, the whole order or only some items, until we have shipped it. Open the order in Your orders. We refund to the card, bank account or UPI ID that you paid with.',
      },
      {
        heading: 'Can I pay cash on delivery?',
        words: 'cod payment methods credit debit netbanking',
        text: 'Checkout shows whether cash on delivery is available for your address and amount. It may first ask you to confirm your email, and a new account can order fewer items in this way. You can always pay by card, UPI or net banking.',
      },
      {
        heading: 'Who can review an item?',
        text: "Everyone who bought it from us, once it has arrived. Open the order in Your orders and choose to write a review. You can change or withdraw it at any time. Once three buyers have reviewed a product, its stars are their average. Before that, they are the studio's own rating.",
      },
      {
        heading: 'Are the items safe for food and the dishwasher?',
        words: 'microwave oven lead wash',
        text: 'Each product page says so where we know: its Details say whether it is food safe, and its Care section what it can go into. Wash terracotta and earthenware by hand.',
      },
    ],
  },
  contact: {
    title: 'Contact Us',
    parts: [
      {
        heading: 'Write to us',
        words: 'phone call contact email support complaint',
        text: 'If it is about an order, please give its number, such as CER-000123.',
        byEmail: true,
      },
      { heading: 'When we reply', text: 'Monday to Saturday, 10 am to 6 pm IST, usually within a day.' },
    ],
  },
  privacy: PRIVACY,
  terms: TERMS,
  accessibility: {
    title: 'Accessibility',
    parts: [
      {
        heading: 'What we aim for',
        text: 'Everyone should be able to shop here. We follow level AA of the Web Content Accessibility Guidelines (WCAG) 2.2.',
      },
      {
        heading: 'What we test',
        text: 'With every change, the checker axe-core inspects pages, drawers and dialogs in Chromium, at the widths of a phone and a desktop. It finds no serious error in the shop. Further tests shop with the keyboard alone, at 400% zoom, and without JavaScript.',
      },
      {
        heading: 'Keyboard',
        text: 'F6 moves the focus to the newest notification, for example to its Undo button, and back. After Add to Cart, F6 or Tab moves it to the box with See cart and Checkout. A notification or box stays while it has the focus.',
      },
      {
        heading: 'Known limits',
        text: 'No independent expert has reviewed the shop, and we have not tested it with a screen reader. The cart, the account and the checkout need JavaScript. The payment form belongs to the payment provider. The pages for developers use third-party components in which axe-core finds errors.',
      },
      {
        heading: 'Report a problem',
        text: 'Please name the page and what you use, such as a screen reader.',
        byEmail: true,
      },
    ],
  },
}
