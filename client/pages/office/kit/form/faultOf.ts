import type { Fault } from '../../../../data/sendMutation'

/** An error that the form finds before it sends anything. */
export const faultOf = (field: string, message: string): Fault => ({ code: 'INVALID_INPUT', field, message })
