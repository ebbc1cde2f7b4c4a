/**
 * The privacy notice that India's Digital Personal Data Protection Act requires: which data the shop keeps, why, for how long, and the
 * shopper's rights over it. Update this text whenever you change what the shop keeps or for how long. docs/personal-data.md lists what an
 * operator checks before launch.
 */
import { CONSENT_PURPOSES, CONSENTS } from '../../../server/shared/consents'
import { SHOP } from '../../../server/shared/shop'

const texts = CONSENT_PURPOSES.map((purpose) => `“${CONSENTS[purpose].text}”`).join(' and ')

export const PRIVACY = {
  title: 'Privacy Policy',
  parts: [
    {
      heading: 'What we keep',
      text: 'Your name, email address, mobile number, delivery addresses, cart, wishlist, orders, reviews with their photos, refunds and consents, the products about which you asked for an email, the questions that you sent us, and our staff’s notes about your orders and your account. We store a hash of your password, from which the password cannot be read back.',
    },
    {
      heading: 'Why we keep it',
      text: 'To run your account, deliver and refund your orders, answer you, and issue the invoices that tax law requires. To stop misuse, we store wrong password attempts for a short time, and your network address in a form that cannot be read back for at most a day, or until a cash on delivery order is closed. For 180 days, we also keep the network and the browser of your last five logins, both as hashes, so that strangers cannot lock you out there. We count wrong codes for an email address, stored as a hash, for at most 30 days after the last one. We count what was searched for without a result, without a link to you. Our server log lists the network address, time and page of each request.',
    },
    {
      heading: 'Emails you can choose',
      text: `We ask for your consent separately for each of these: ${texts} Nothing is ticked beforehand. You can give or withdraw each consent under Privacy on your profile. Emails about your orders and your account do not need it, and neither does an email that you asked for about a product. Each of those has a link that stops them.`,
    },
    {
      heading: 'Who else receives it',
      text: 'The payment provider receives your name, email address and mobile number with an online payment. The courier receives your name, address and mobile number. Our email and hosting services process the data for us. We sell it to no one.',
    },
    {
      heading: 'How long we keep it',
      text: 'Your account stays until you delete it. If you asked for an email about a product, we delete your request and its address a week after the email, and after a year at the latest. We delete a question that you sent with our form from the shop a week after it reached our mailbox, and keep the email as long as we need it to answer you. We keep invoices for as long as tax law requires.',
    },
    {
      heading: 'After you delete your account',
      text: `We delete your name, email address, mobile number, addresses, cart, wishlist, consents, requests for emails about products, questions and our notes about your account immediately. Invoices stay without name, street and mobile number, and reviews that shoppers see stay without your name. Withdraw a review before that if you want it gone. We cancel orders that are not paid yet, and cash on delivery orders that have not been shipped. If a paid order or a parcel is on its way, its address is deleted after delivery, and after ${SHOP.addressDaysAfterDeletion} days at the latest. Deleted data stays in our backups until newer backups replace them.`,
    },
    {
      heading: 'What we never see',
      text: 'Your card details. You enter them in the payment provider’s form, and we only learn that you have paid.',
    },
    {
      heading: 'What stays on your device',
      text: 'Your login, your email address if you tick Remember me, the products that you viewed last, the last PIN code that you checked, a random key that recognises your browser at your next login and, for an hour, products that you chose before you logged in. While you wait for a code, the tab keeps your email address and the number of your request. Logging out removes your login.',
    },
    {
      heading: 'Your rights',
      text: 'Under Privacy on your profile, you can download your data, withdraw your consent, and delete your account. Under Profile, you can correct your data. You do not need to give a reason.',
    },
    {
      heading: 'Questions about your data',
      text: 'Write to us if something on your profile does not work, if you want to name a person who may act for you, or to complain.',
      byEmail: true,
    },
    {
      id: 'complaints',
      heading: 'How to complain',
      text: 'Please complain to us first. If our answer does not help you, or if we do not answer within 90 days, you can complain to the Data Protection Board of India.',
    },
  ],
}
