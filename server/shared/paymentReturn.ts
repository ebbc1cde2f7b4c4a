/** Where the payment provider sends a shopper back whose browser cannot show its dialog. */
export const PAYMENT_RETURN = '/payments/return'
