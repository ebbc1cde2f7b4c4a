import type { Fault } from '../../../data/sendMutation'

/** A fault of the form's own, before anything is sent. */
export const faultOf = (field: string, message: string): Fault => ({ code: 'INVALID_INPUT', field, message })
