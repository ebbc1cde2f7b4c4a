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
import { ChangeDialog } from '../kit/form/ChangeDialog'
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
  const [invite, { loading }] = useOfficeChange(InviteStaffDocument, 'Invitation sent')
  const send = async ({ email = '', roleId = '' }: Record<string, string>) =>
    (await invite({ input: { email, roleId } }))?.errors ?? null
  return (
    <ChangeDialog
      title="Invite someone"
      action="Send invitation"
      busy={loading}
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
    </ChangeDialog>
  )
}

export function EndInvitationDialog({ onClose }: DialogProps) {
  const invitation = useAddressed(useOutletContext<StaffOffice>().invitations)
  const [end, { loading }] = useOfficeChange(EndInvitationDocument, 'Invitation withdrawn')
  if (!invitation)
    return (
      <NoSuchRecord sentence="There is no such invitation. It may have been accepted or withdrawn." onClose={onClose} />
    )
  const send = async () => (await end({ id: invitation.id }))?.errors ?? null
  return (
    <ChangeDialog
      title={`Withdraw the invitation of ${invitation.email}?`}
      action="Withdraw"
      busy={loading}
      send={send}
      onClose={onClose}
    >
      {() => <p>The link in the email stops working.</p>}
    </ChangeDialog>
  )
}

export function ChangeRoleDialog({ onClose }: DialogProps) {
  const { staff, roles } = useOutletContext<StaffOffice>()
  const member = useAddressed(staff)
  const [change, { loading }] = useOfficeChange(ChangeStaffRoleDocument, 'Role changed')
  if (!member) return <NoSuchRecord sentence="There is no such person on the staff." onClose={onClose} />
  const send = async ({ roleId = '' }: Record<string, string>) =>
    (await change({ userId: member.id, roleId }))?.errors ?? null
  return (
    <ChangeDialog
      title={`Role of ${member.email}`}
      action="Save"
      busy={loading}
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
    </ChangeDialog>
  )
}

export function RemoveStaffDialog({ onClose }: DialogProps) {
  const member = useAddressed(useOutletContext<StaffOffice>().staff)
  const [remove, { loading }] = useOfficeChange(RemoveStaffDocument, 'Removed from the staff')
  if (!member) return <NoSuchRecord sentence="There is no such person on the staff." onClose={onClose} />
  const send = async ({ endKeys }: Record<string, string>) =>
    (await remove({ userId: member.id, endKeys: endKeys !== undefined }))?.errors ?? null
  return (
    <ChangeDialog title={`Remove ${member.email}?`} action="Remove" busy={loading} send={send} onClose={onClose}>
      {() => (
        <>
          <p>The person is logged out on all devices. The account stays as a customer’s.</p>
          <Check label="Also deactivate the API keys that this person made" name="endKeys" defaultChecked />
          <p>API keys that you keep belong to the shop and work until someone deactivates them.</p>
        </>
      )}
    </ChangeDialog>
  )
}
