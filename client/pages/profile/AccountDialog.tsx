/** The account dialogs. */
import {
  changePasswordInput,
  confirmEmailChangeInput,
  ownerProofInput,
  requestEmailChangeInput,
  updateAccountInput,
} from '../../../server/shared/validation'
import { FormDialog } from '../../components/form/FormDialog'
import { PASSWORD_HINT } from '../../components/session/passwordHint'
import { CodeSent } from '../../components/session/CodeSent'
import {
  useChangePassword,
  useConfirmEmailChange,
  useDeleteAccount,
  useLogOutEverywhere,
  useRequestEmailChange,
  useUpdateAccount,
} from '../../data/account/account'
import { useCodeRequest } from '../../data/account/codeRequest'
import { AccountForm, CODE, invalidFieldOf, PASSWORD, RequestCode } from './AccountForm'
import type { Account, Asking } from './accountDialogs'

interface DialogProps {
  onClose: () => void
}

interface AccountDialogProps extends DialogProps {
  account: Account
  asking: Asking
}

export function AccountDialog({ account, asking, onClose }: AccountDialogProps) {
  if (asking === 'details') return <EditDetails account={account} onClose={onClose} />
  if (asking === 'email') return <ChangeEmail account={account} onClose={onClose} />
  if (asking === 'password') return <ChangePassword account={account} onClose={onClose} />
  if (asking === 'delete') return <DeleteAccount account={account} onClose={onClose} />
  return <LogOutEverywhere onClose={onClose} />
}

function ChangePassword({ account: { email }, onClose }: DialogProps & { account: Account }) {
  const [change] = useChangePassword()
  return (
    <AccountForm
      title="Change password"
      onClose={onClose}
      email={email}
      fields={[
        { name: 'currentPassword', autoComplete: 'current-password' },
        { name: 'newPassword', autoComplete: 'new-password', hint: PASSWORD_HINT },
      ]}
      check={(texts) => invalidFieldOf(changePasswordInput.safeParse(texts))}
      send={({ currentPassword = '', newPassword = '' }) => change({ currentPassword, newPassword })}
      submit="Change password"
    >
      <p>You stay logged in here; every other device is logged out.</p>
    </AccountForm>
  )
}

function EditDetails({ account, onClose }: DialogProps & { account: Account }) {
  const [update] = useUpdateAccount()
  const { firstName, lastName, mobile, email } = account
  // An empty field removes the mobile number.
  const inputOf = (texts: Record<string, string>) => ({ ...texts, mobile: texts.mobile?.trim() || null })
  return (
    <AccountForm
      title="Edit details"
      onClose={onClose}
      email={email}
      fields={[
        { name: 'firstName', autoComplete: 'given-name', type: 'text', defaultValue: firstName },
        { name: 'lastName', autoComplete: 'family-name', type: 'text', defaultValue: lastName },
        { name: 'mobile', autoComplete: 'tel', type: 'tel', defaultValue: mobile ?? '' },
      ]}
      check={(texts) => invalidFieldOf(updateAccountInput.safeParse(inputOf(texts)))}
      send={(texts) => update(inputOf(texts))}
      submit="Save"
    />
  )
}

/**
 * Asks for the new address first, and then for the code that was emailed to it. An account without a password first needs a code that is
 * emailed to its current address.
 */
function ChangeEmail({ account: { email, hasPassword }, onClose }: DialogProps & { account: Account }) {
  const proofs = useCodeRequest('proof')
  const codes = useCodeRequest('newEmail')
  const isReady = hasPassword || proofs.sentTo === email
  const [request] = useRequestEmailChange()
  const [confirm] = useConfirmEmailChange()
  const { sentTo } = codes
  if (sentTo !== null)
    return (
      <AccountForm
        title="Change email"
        onClose={onClose}
        step="code"
        earlier={{ label: 'Use another email', go: codes.forget }}
        email={email}
        fields={[CODE]}
        check={(texts) => invalidFieldOf(confirmEmailChangeInput.safeParse(texts))}
        send={({ code = '' }) => codes.enter(sentTo, (id) => confirm({ code, ...id }))}
        submit="Confirm email"
      >
        <CodeSent email={sentTo} />
      </AccountForm>
    )
  return (
    <AccountForm
      title="Change email"
      onClose={onClose}
      step="email"
      email={email}
      fields={[
        ...(hasPassword ? [] : [CODE]),
        { name: 'email', label: 'New Email', autoComplete: 'email', type: 'email' },
        ...(hasPassword ? [PASSWORD] : []),
      ]}
      isReady={isReady}
      check={(texts) => invalidFieldOf(requestEmailChangeInput.safeParse(texts))}
      send={(texts) => {
        const input = { email: '', ...texts }
        return hasPassword ? request(input) : proofs.enter(email, (id) => request({ ...input, ...id }))
      }}
      isLast={false}
      submit="Send code to new email"
    >
      <p>
        Your email is {email}.{' '}
        {hasPassword ? 'We will send a code to the new one.' : 'We check with a code that it is you.'}
      </p>
      {!hasPassword && <RequestCode email={email} codes={proofs} />}
    </AccountForm>
  )
}

function LogOutEverywhere({ onClose }: DialogProps) {
  const [logOutEverywhere] = useLogOutEverywhere()
  const send = async () => {
    await logOutEverywhere()
    return null
  }
  return (
    <FormDialog
      title="Log out of all devices"
      action="Log out of all devices"
      keep={null}
      send={send}
      onClose={onClose}
    >
      {() => <p>Every device that is logged in to your account is logged out, this one too.</p>}
    </FormDialog>
  )
}

/** An account without a password is deleted with a code. */
function DeleteAccount({ account: { email, hasPassword }, onClose }: DialogProps & { account: Account }) {
  const [deleteAccount] = useDeleteAccount()
  const proofs = useCodeRequest('proof')
  return (
    <AccountForm
      title="Delete account"
      onClose={onClose}
      email={email}
      fields={hasPassword ? [PASSWORD] : [CODE]}
      check={(texts) => invalidFieldOf(ownerProofInput.safeParse(texts))}
      send={({ password, code }) =>
        hasPassword
          ? deleteAccount({ password: password! })
          : proofs.enter(email, (id) => deleteAccount({ code: code!, ...id }))
      }
      submit="Delete account"
    >
      <p>This cannot be undone.</p>
      <ul>
        <li>Your cart, wishlist and addresses are deleted.</li>
        <li>Invoices stay, as the law requires, without your name, street and mobile number.</li>
        <li>A parcel on its way still arrives, and so does an order that you have paid for.</li>
        <li>An order that is not paid yet is cancelled. So is cash on delivery, unless it has been shipped.</li>
      </ul>
      {!hasPassword && <RequestCode email={email} codes={proofs} />}
    </AccountForm>
  )
}
