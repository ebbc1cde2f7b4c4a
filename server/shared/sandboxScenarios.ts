/** Payment failures that cannot be requested from a real provider, for the sandbox and its checkout dialog. */

/** If the scenario is null, nothing is paid. */
export const SANDBOX_SCENARIOS = [
  { scenario: 'decline', label: 'Decline', hint: 'the bank refuses the payment' },
  { scenario: null, label: 'Close without paying', hint: 'the shopper changes their mind' },
  { scenario: 'webhook-only', label: 'Tab closed after paying', hint: 'only the webhook reports the payment' },
  { scenario: 'webhook-thrice', label: 'Webhook three times', hint: 'the same event again and again' },
  { scenario: 'webhook-first', label: 'Webhook before the answer', hint: 'the page receives the result second' },
  { scenario: 'late-webhook', label: 'Late webhook', hint: 'some seconds after the response' },
  { scenario: 'wrong-amount', label: 'Wrong amount', hint: 'one rupee is missing' },
  { scenario: 'refund-pending', label: 'Slow refund', hint: 'paid; a refund takes some seconds' },
  { scenario: 'refund-fails', label: 'Refund fails', hint: 'paid; the bank refuses a refund' },
  { scenario: 'bad-signature', label: 'Bad signature', hint: 'a forged response; nothing is paid' },
] as const

export type Scenario = Exclude<(typeof SANDBOX_SCENARIOS)[number]['scenario'], null>

export const SCENARIOS: Scenario[] = SANDBOX_SCENARIOS.flatMap(({ scenario }) => scenario ?? [])
