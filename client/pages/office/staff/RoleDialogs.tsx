/** Dialogs that add, change and remove roles. */
import { useOutletContext } from 'react-router-dom'
import type { Permission } from '../../../generated/types'
import { Field } from '../../../components/form/Field'
import { useOfficeChange } from '../../../data/office/officeChange'
import { RemoveStaffRoleDocument, SaveStaffRoleDocument } from '../../../data/office/staffChanges.generated'
import { NoSuchRecord, useAddressed, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { PermissionFields, permissionsIn } from '../kit/form/PermissionFields'
import type { Role, StaffOffice } from './staffOffice'

function RoleDialog({ role, onClose }: DialogProps & { role: Role | null }) {
  const [save] = useOfficeChange(SaveStaffRoleDocument, 'Role saved')
  const send = async (texts: Record<string, string>) => {
    const input = { name: texts.name ?? '', permissions: permissionsIn(texts) }
    return save({ roleId: role?.id ?? null, input })
  }
  const held: Permission[] = role?.permissions ?? []
  return (
    <FormDialog
      title={
        role ? (
          <>
            Role <bdi>{role.name}</bdi>
          </>
        ) : (
          'New role'
        )
      }
      action="Save"

      send={send}
      initialFocus="name"
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            maxLength={60}
            defaultValue={role?.name}
            error={errorOf('name')}
          />
          <PermissionFields held={held} error={errorOf('permissions') && 'Please choose at least one permission'} />
          {role && <p>API keys of members that have other permissions are deactivated.</p>}
        </>
      )}
    </FormDialog>
  )
}

export function RemoveRole({ onClose }: DialogProps) {
  const role = useAddressed(useOutletContext<StaffOffice>().roles)
  const [remove] = useOfficeChange(RemoveStaffRoleDocument, 'Role removed')
  if (!role) return <NoSuchRecord sentence="There is no such role." onClose={onClose} />
  const send = () => remove({ roleId: role.id })
  return (
    <FormDialog
      title={
        <>
          Remove the role <bdi>{role.name}</bdi>?
        </>
      }
      action="Remove"

      send={send}
      onClose={onClose}
    >
      {() => <p>Only a role that nobody has can be removed. Open invitations to it are withdrawn.</p>}
    </FormDialog>
  )
}

export const NewRole = ({ onClose }: DialogProps) => <RoleDialog role={null} onClose={onClose} />

export function EditRole({ onClose }: DialogProps) {
  const role = useAddressed(useOutletContext<StaffOffice>().roles)
  return role ? (
    <RoleDialog role={role} onClose={onClose} />
  ) : (
    <NoSuchRecord sentence="There is no such role." onClose={onClose} />
  )
}
