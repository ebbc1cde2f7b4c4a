/**
 * The purposes that need a shopper's consent, with their texts. If a text is changed, it gets the next version, and shoppers are asked for
 * consent again.
 */
export const CONSENTS = {
  NEWS_BY_MAIL: { version: 2, text: 'Email me about new pieces and offers.' },
  REVIEW_REQUEST: { version: 3, text: 'Ask me by email to review what I bought.' },
} as const satisfies Record<string, { version: number; text: string }>

export type ConsentPurpose = keyof typeof CONSENTS

export const CONSENT_PURPOSES = Object.keys(CONSENTS) as ConsentPurpose[]
