/** Dialogs that invite, change and remove staff. */
import { useOutletContext } from 'react-router-dom'
import { Field } from '../../../components/form/Field'
import { useOfficeChange } from '../../../data/office/officeChange'
import {
  ChangeStaffRoleDocument,
  EndInvitationDocument,
  InviteStaffDocument,
  RemoveStaffDocument,
} from '../../../data/office/staffChanges.generated'
import { NoSuchRecord, useAddressed, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { Check, Choice } from '../kit/form/fields'
import type { Role, StaffOffice } from './staffOffice'

const RoleChoice = ({ roles, current, error }: { roles: Role[]; current?: string; error: string | undefined }) => (
  <Choice label="Role" name="roleId" defaultValue={current ?? roles.at(-1)?.id} error={error}>
    {roles.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Choice>
)

export function InviteDialog({ onClose }: DialogProps) {
  const { roles } = useOutletContext<StaffOffice>()
  const [invite] = useOfficeChange(InviteStaffDocument, 'Invitation sent')
  const send = ({ email = '', roleId = '' }: Record<string, string>) => invite({ input: { email, roleId } })
  return (
    <FormDialog
      title="Invite someone"
      action="Send invitation"

      send={send}
      initialFocus="email"
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Field label="Email" name="email" type="email" autoComplete="off" maxLength={254} error={errorOf('email')} />
          <RoleChoice roles={roles} error={errorOf('roleId')} />
          <p>The person gets an email with a link that works for 7 days.</p>
        </>
      )}
    </FormDialog>
  )
}

export function EndInvitationDialog({ onClose }: DialogProps) {
  const invitation = useAddressed(useOutletContext<StaffOffice>().invitations)
  const [end] = useOfficeChange(EndInvitationDocument, 'Invitation withdrawn')
  if (!invitation)
    return (
      <NoSuchRecord sentence="There is no such invitation. It may have been accepted or withdrawn." onClose={onClose} />
    )
  const send = () => end({ id: invitation.id })
  return (
    <FormDialog
      title={`Withdraw the invitation of ${invitation.email}?`}
      action="Withdraw"

      send={send}
      onClose={onClose}
    >
      {() => <p>The link in the email stops working.</p>}
    </FormDialog>
  )
}

export function ChangeRoleDialog({ onClose }: DialogProps) {
  const { staff, roles } = useOutletContext<StaffOffice>()
  const member = useAddressed(staff)
  const [change] = useOfficeChange(ChangeStaffRoleDocument, 'Role changed')
  if (!member) return <NoSuchRecord sentence="There is no such person on the staff." onClose={onClose} />
  const send = ({ roleId = '' }: Record<string, string>) => change({ userId: member.id, roleId })
  return (
    <FormDialog
      title={`Role of ${member.email}`}
      action="Save"

      send={send}
      initialFocus="roleId"
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <RoleChoice roles={roles} current={member.staffRole.id} error={errorOf('roleId')} />
          <p>The new role applies immediately. API keys of this person that have other permissions are deactivated.</p>
        </>
      )}
    </FormDialog>
  )
}

export function RemoveStaffDialog({ onClose }: DialogProps) {
  const member = useAddressed(useOutletContext<StaffOffice>().staff)
  const [remove] = useOfficeChange(RemoveStaffDocument, 'Removed from the staff')
  if (!member) return <NoSuchRecord sentence="There is no such person on the staff." onClose={onClose} />
  const send = ({ endKeys }: Record<string, string>) => remove({ userId: member.id, endKeys: endKeys !== undefined })
  return (
    <FormDialog title={`Remove ${member.email}?`} action="Remove" send={send} onClose={onClose}>
      {() => (
        <>
          <p>The person is logged out on all devices. The account stays as a customer’s.</p>
          <Check label="Also deactivate the API keys that this person made" name="endKeys" defaultChecked />
          <p>API keys that you keep belong to the shop and work until someone deactivates them.</p>
        </>
      )}
    </FormDialog>
  )
}
