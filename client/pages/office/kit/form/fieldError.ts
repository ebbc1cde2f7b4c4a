import type { MutationError } from '../../../../data/sendMutation'

/** An error that the form finds before it sends anything. */
export const fieldError = (field: string, message: string): MutationError => ({ code: 'INVALID_INPUT', field, message })
