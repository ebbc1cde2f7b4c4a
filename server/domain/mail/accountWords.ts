/** The wording of the emails about accounts. orderWords.ts has the emails about orders. html.ts and text.ts render both. */
import { CODE_MINUTES, type AccountMailKind, type NewsKind, type QuestionKind } from '../accounts/accountMail'
import { INVITATION_DAYS } from '../staff/invitation'
import type { Words } from './orderWords'

/** The reader of the email. */
export interface Holder {
  /** Null if no account has the address. */
  firstName: string | null
  /** True if an account has the address, but nobody proved that it is theirs. The first login with a code takes it over. */
  isUnverified: boolean
  isDemo: boolean
  /** The role's name, in an invitation. */
  staffRole: string
}

const VALIDITY = `It works once, within ${CODE_MINUTES} minutes.`
const NEVER_SHARE = 'Never share it. We will not ask you for it by phone or message.'

const TAKEOVER =
  'Your email is not confirmed yet, so someone else may have opened the account: if you log in with this code or choose a new password, we remove the account’s password, name, cart and wishlist. To keep them, log in with your password and confirm your email on your profile.'

const NOT_YOU = 'If this was not you, change your password now and tell an owner of the shop.'

export const ACCOUNT_WORDS: Record<
  Exclude<AccountMailKind, NewsKind | QuestionKind>,
  (shopName: string, holder: Holder) => Omit<Words, 'parcel'>
> = {
  CODE: (shopName, { firstName, isUnverified }) => ({
    subject: `Your ${shopName} code`,
    preheader: `Enter this code to continue. ${VALIDITY}`,
    heading: 'Your code',
    paragraphs: [
      firstName === null
        ? `Enter this code on the page where you asked for it, and we will open your account at ${shopName}. ${VALIDITY}`
        : `Enter this code on the page where you asked for it. ${VALIDITY}`,
      ...(isUnverified ? [TAKEOVER] : []),
      `${NEVER_SHARE} If you did not ask for a code, you can ignore this email.`,
    ],
  }),
  WELCOME: (shopName) => ({
    subject: `Welcome to ${shopName}`,
    preheader: 'Please confirm your email address.',
    heading: `Welcome to ${shopName}`,
    paragraphs: [
      `Your account is ready. To confirm your email, open your profile in the tab where you signed up, press "Confirm it" and enter this code. ${VALIDITY}`,
      'The code does not work in other tabs or on other devices. There, open your profile and press "Confirm it" to get a new code.',
      'If you did not open this account, choose "Continue with a code by email" on the login page. This also logs out the person who opened the account.',
    ],
  }),
  EMAIL_CHANGE: (shopName) => ({
    subject: `Confirm your new email for ${shopName}`,
    preheader: `Enter this code on the page where you asked for it. ${VALIDITY}`,
    heading: 'Confirm your new email',
    paragraphs: [
      `Enter this code on the page where you asked for it to use this address for your account at ${shopName}. ${VALIDITY}`,
      `${NEVER_SHARE} If you did not ask for this, you can ignore this email.`,
    ],
  }),
  NEWS_CODE: (shopName) => ({
    subject: `Confirm your email for news from ${shopName}`,
    preheader: `Enter this code on the product’s page. ${VALIDITY}`,
    heading: 'Confirm your email',
    paragraphs: [
      `Enter this code on the page where you asked ${shopName} for an email about a product. ${VALIDITY}`,
      'If you did not ask for this, you can ignore this email: without the code, we will not email you about products.',
    ],
  }),
  EMAIL_CHANGED: (shopName) => ({
    subject: `Your ${shopName} email was changed`,
    preheader: 'Your account now uses another address.',
    heading: 'Your email was changed',
    paragraphs: [
      'Your account now uses another email address, and all other devices were logged out.',
      'If this was not you, please reply to this email.',
    ],
  }),
  INVITATION: (shopName, { staffRole }) => ({
    subject: `Join the staff of ${shopName}`,
    preheader: `You were invited as ${staffRole}.`,
    heading: 'Join the staff',
    paragraphs: [
      `You were invited to the office of ${shopName} as ${staffRole}. Open the link and log in with this address; if you have no account yet, choose "Continue with a code by email". The link works once, within ${INVITATION_DAYS} days.`,
      'If you do not expect this, you can ignore this email.',
    ],
  }),
  PASSWORD_CHANGED: (shopName) => ({
    subject: `Your ${shopName} password was changed`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and all other devices were logged out.',
      'If this was not you, choose "Forgot password?" on the login page to set a new one.',
    ],
  }),
  SECOND_FACTOR_ADDED: (shopName) => ({
    subject: `An authenticator app was added to your ${shopName} account`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Authenticator app added',
    paragraphs: [
      'The office now asks for a code from an authenticator app, and all other devices were logged out.',
      NOT_YOU,
    ],
  }),
  SECOND_FACTOR_REMOVED: (shopName) => ({
    subject: `The authenticator app of your ${shopName} account was removed`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Authenticator app removed',
    paragraphs: ['The office no longer asks for a code, and all other devices were logged out.', NOT_YOU],
  }),
  RECOVERY_CODE_USED: (shopName) => ({
    subject: `A recovery code of your ${shopName} account was used`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Recovery code used',
    paragraphs: [
      'Someone used a recovery code instead of your authenticator app. The code does not work again.',
      NOT_YOU,
    ],
  }),
  RECOVERY_CODES_RENEWED: (shopName) => ({
    subject: `The recovery codes of your ${shopName} account were renewed`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Recovery codes renewed',
    paragraphs: ['Your account has eight new recovery codes. The earlier codes no longer work.', NOT_YOU],
  }),
  CODES_CLOSED: (shopName) => ({
    subject: `Wrong codes were entered for your ${shopName} account`,
    preheader: 'Nobody got in. Codes by email are closed for a day.',
    heading: 'Codes are closed for a day',
    paragraphs: [
      'Someone entered many wrong codes for your email address. Nobody got in, and we closed codes by email for a day.',
      'You can still ask for a code in the browser in which you last logged in, or log in with your password. A right code opens codes again.',
    ],
  }),
  APP_CODES_CLOSED: (shopName) => ({
    subject: `Wrong codes were entered for the office of ${shopName}`,
    preheader: 'Codes from your authenticator app are closed for a day.',
    heading: 'Codes from your app are closed for a day',
    paragraphs: [
      'Someone who can log in to your account entered many wrong codes of your authenticator app. The office stayed closed to them, and we closed codes from the app for a day.',
      'You can still use a recovery code.',
      NOT_YOU,
    ],
  }),
  API_KEY_ADDED: (shopName) => ({
    subject: `You added an API key at ${shopName}`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'API key added',
    paragraphs: ['An API key was added to the office from your account.', NOT_YOU],
  }),
}
