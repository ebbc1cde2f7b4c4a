import type { OfficeFault } from '../../../data/office/office'

/** A fault of the form's own, before anything is sent. */
export const faultOf = (field: string, message: string): OfficeFault => ({ code: 'INVALID_INPUT', field, message })
