/** The account dialogs, and the account that they change. */

export type Asking = 'details' | 'email' | 'password' | 'logout' | 'delete'

export interface Account {
  firstName: string
  lastName: string
  mobile: string | null
  email: string
  /** False if the account was opened with a code. */
  hasPassword: boolean
}
