/**
 * The account's email in a form that asks for its password, for password managers: otherwise, they store a new password without a name or for
 * another account. People do not see the field, and it is not sent because it has no name.
 */
export const AccountName = ({ email }: { email: string }) => (
  <div className="visually-hidden" aria-hidden>
    <input type="text" autoComplete="username" value={email} readOnly tabIndex={-1} />
  </div>
)
