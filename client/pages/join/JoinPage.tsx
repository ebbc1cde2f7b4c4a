/** The page that the link in a staff invitation opens. The part after # is the invitation's key. */
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, ButtonLink } from '../../components/Button'
import form from '../../components/form/FormDialog.module.css'
import { FormPage } from '../../components/form/FormPage'
import { AcceptInvitationDocument } from '../../data/office/access.generated'
import type { MutationError } from '../../data/sendMutation'
import { useAction } from '../../data/useAction'
import { logOut } from '../../data/account/login'
import { officePaths } from '../../paths'

export function Component() {
  const key = useLocation().hash.slice(1)
  const [accept, { loading }] = useAction(AcceptInvitationDocument, () => ({
    variables: { key },
    failed: 'Could not accept the invitation',
  }))
  const [isStaff, setStaff] = useState(false)
  const [error, setError] = useState<MutationError | null>(null)
  const join = async () => {
    const { errors } = await accept()
    setError(errors[0] ?? null)
    setStaff(errors.length === 0)
  }
  return (
    <FormPage title="Join the staff">
      {isStaff ? (
        <>
          <p role="status" tabIndex={-1}>
            You are a member of staff now.
          </p>
          <ButtonLink to={officePaths.today()}>Open the office</ButtonLink>
        </>
      ) : (
        <div className={form.form}>
          <p>
            You were invited to work in the office of this shop. Use the account with the email to which the invitation
            was sent.
          </p>
          {error && (
            <p role="alert" className={form.error}>
              {wordsOf(error)}
            </p>
          )}
          {error?.code === 'EMAIL_UNVERIFIED' || error?.code === 'INVITATION_NOT_FOUND' ? (
            <Button onClick={logOut}>Log out</Button>
          ) : (
            <Button busy={loading} onClick={() => void join()}>
              Join the staff
            </Button>
          )}
        </div>
      )}
    </FormPage>
  )
}

function wordsOf({ code, message }: MutationError): string {
  if (code === 'EMAIL_UNVERIFIED')
    return 'First show that this email is yours: log out, open the link again, and choose “Continue with a code by email”.'
  if (code === 'INVITATION_NOT_FOUND')
    return `${message} An invitation works only for the account with the invited email. To use that account, log out and open the link again.`
  return message
}
