/** The rule for passwords, shown below the field of a new password. */
export const PASSWORD_HINT = '8 characters or more, and not a common one'
