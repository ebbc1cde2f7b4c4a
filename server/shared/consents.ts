/**
 * The purposes that need a shopper's consent, with their texts. If a text is changed, it gets the next version, and shoppers are asked for
 * consent again.
 */
export const CONSENTS = {
  NEWS_BY_MAIL: { version: 1, text: 'Send me news about new items and offers.' },
  REVIEW_REQUEST: { version: 1, text: 'Ask me for a review after a delivery.' },
} as const satisfies Record<string, { version: number; text: string }>

export type ConsentPurpose = keyof typeof CONSENTS

export const CONSENT_PURPOSES = Object.keys(CONSENTS) as ConsentPurpose[]
