/** The terms of use. Update this text whenever you change how orders, prices, delivery or returns work. */
import { SHOP } from '../../../server/shared/shop'

const { returnWindowDays, deliveryDays, freeShippingCode } = SHOP

export const TERMS = {
  title: 'Terms of Use',
  parts: [
    {
      heading: 'Who sells',
      text: 'You buy from the studio that runs this shop. Your invoice names the seller, its address and, if it has one, its GSTIN. These terms apply to every order that you place here.',
    },
    {
      heading: 'Prices',
      text: `All prices are in Indian rupees and include GST. Delivery is free on every order with ${freeShippingCode}, which is applied automatically. The total that you see at checkout, with gift wrap if you chose it, is all that you pay.`,
    },
    {
      heading: 'Your order',
      text: 'When you place an order and pay for it, or choose cash on delivery, we confirm it with an order number. If we cannot deliver an item, for example because its price was clearly wrong, we tell you, cancel the order and refund everything that you paid for it.',
    },
    {
      heading: 'Cancelling',
      text: 'You can cancel an order free of charge until we have shipped it. Open the order in Your orders.',
    },
    {
      heading: 'Delivery',
      text: `We deliver within ${deliveryDays.minimum} to ${deliveryDays.maximum} days. Remote places can take longer. Checkout shows the day of each item. The items are our risk until they are in your hands.`,
    },
    {
      heading: 'Return & Refund',
      text: `You can return or exchange unused items within ${returnWindowDays} days of delivery. We replace or refund what arrives broken. The page Return & Refund says how.`,
    },
    {
      heading: 'Handmade items',
      text: 'Each item is made by hand. Colour, size and glaze differ a little from the photos and from one item to the next. The product page states the size.',
    },
    {
      heading: 'Your account',
      text: 'Please enter correct names, addresses and numbers, and keep your password to yourself. We may block an account that is used to misuse the shop. You can delete your account at any time.',
    },
    {
      heading: 'Photos and texts',
      text: 'The photos and texts of this shop belong to the studio. You may share links to them. Please ask us before you use them elsewhere.',
    },
    {
      id: 'grievance',
      heading: 'Grievance officer',
      text: 'Please write to our grievance officer with your order number. We acknowledge a complaint within 48 hours and settle it within one month, as the Consumer Protection (E-Commerce) Rules, 2020 require. You can also call the National Consumer Helpline at 1915.',
      byEmail: true,
    },
    {
      heading: 'Law',
      text: 'The law of India applies. Nothing in these terms limits the rights that the Consumer Protection Act, 2019 gives you, such as the right to complain to the consumer commission where you live.',
    },
  ],
}
