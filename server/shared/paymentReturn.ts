/** The path to which the payment provider redirects shoppers whose browser cannot show its dialog. */
export const PAYMENT_RETURN = '/payments/return'
