/** The statuses of the orders that the studio packs: they are paid, or will be paid on delivery. */
export const TO_PACK = ['PAID', 'CONFIRMED'] as const
