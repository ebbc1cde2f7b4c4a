/** The staff with their roles, open invitations, and the roles themselves. */
import { Outlet, useLoaderData } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { formatDate } from '../../../components/days'
import { loadOffice } from '../../../data/office/officeQuery'
import { useAccess, useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import { DataTable } from '../kit/DataTable'
import { useOpenDialog } from '../kit/DialogRoute'
import { OfficePart } from '../kit/OfficePart'
import { permissionWords } from '../kit/form/permissionWords'
import table from '../kit/Table.module.css'
import type { Invitation, Member, Role } from './staffOffice'
import { OfficeStaffPageQueryDocument } from './StaffPage.generated'

export const loader = () => loadOffice(OfficeStaffPageQueryDocument, {})

export function Component() {
  const { office, shop } = useLoaderData<typeof loader>()
  const { staff, roles, invitations } = office
  const sendsMail = shop.codesByMail !== null
  const open = useOpenDialog()
  const mayChange = useMay('write_staff')
  const { id: own } = useAccess()
  const owners = staff.filter(({ staffRole }) => roles.find(({ id }) => id === staffRole.id)?.isOwner)
  const isOwner = owners.some(({ id }) => id === own)
  const active = owners.filter(({ blockedAt }) => blockedAt === null)
  return (
    <OfficePart title="Staff">
      <div className={kit.head}>
        <h1>Staff</h1>
        {mayChange && sendsMail && <Button onClick={() => open('invite')}>Invite someone</Button>}
      </div>
      {mayChange && !sendsMail && (
        <p className={kit.quiet}>
          This shop sends no emails, so your operator adds staff with a command: npm run staff -- add EMAIL.
        </p>
      )}
      <Members
        staff={staff}
        own={own}
        onlyOwner={active.length === 1 ? active[0]!.id : null}
        mayChange={mayChange}
        onOpen={open}
      />
      {invitations.length > 0 && <Invitations invitations={invitations} mayChange={mayChange} onOpen={open} />}
      <Roles roles={roles} isOwner={isOwner} onOpen={open} />
      {mayChange && <Outlet context={office} />}
    </OfficePart>
  )
}

interface Opens {
  mayChange: boolean
  onOpen: (path: string) => void
}

interface MembersProps extends Opens {
  staff: Member[]
  own: string
  /** The id of the last owner, who cannot be removed. Null if there are several. */
  onlyOwner: string | null
}

const Members = ({ staff, own, onlyOwner, mayChange, onOpen }: MembersProps) => (
  <DataTable
    label="Staff"
    columns={[
      {
        name: 'Name',
        cell: ({ id, name }) => (
          <>
            {name ? <bdi>{name}</bdi> : 'No name yet'}
            {id === own && ' (you)'}
          </>
        ),
      },
      { name: 'Email', look: 'wide', cell: ({ email }) => email },
      {
        name: 'Role',
        cell: ({ staffRole, blockedAt }) => (
          <>
            <bdi>{staffRole.name}</bdi>
            {blockedAt && <span className={kit.alarm}> Blocked</span>}
          </>
        ),
      },
      { name: 'Authenticator app', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Yes' : 'No') },
    ]}
    rows={staff}
    keyOf={({ id }) => id}
    actions={
      mayChange &&
      ((member) =>
        member.id === onlyOwner ? (
          <span className={kit.quiet}>The last owner cannot be removed</span>
        ) : (
          <span className={table.buttons}>
            <Button
              look="bare"
              aria-label={`Change role of ${member.email}`}
              onClick={() => onOpen(`members/${member.id}/role`)}
            >
              Change role
            </Button>
            <Button
              look="bare"
              aria-label={`Remove ${member.email}`}
              onClick={() => onOpen(`members/${member.id}/remove`)}
            >
              Remove
            </Button>
          </span>
        ))
    }
  />
)

const Invitations = ({ invitations, mayChange, onOpen }: { invitations: Invitation[] } & Opens) => (
  <section className={kit.section} aria-labelledby="invitations">
    <h2 id="invitations">Open invitations</h2>
    <DataTable
      label="Open invitations"
      columns={[
        { name: 'Email', look: 'wide', cell: ({ email }) => email },
        { name: 'Role', cell: ({ role }) => <bdi>{role.name}</bdi> },
        { name: 'Valid until', look: 'whole', cell: ({ expiresAt }) => formatDate(expiresAt) },
      ]}
      rows={invitations}
      keyOf={({ id }) => id}
      actions={
        mayChange &&
        (({ id, email }) => (
          <Button
            look="bare"
            aria-label={`Withdraw the invitation of ${email}`}
            onClick={() => onOpen(`invitations/${id}/withdraw`)}
          >
            Withdraw
          </Button>
        ))
      }
    />
  </section>
)

const Roles = ({ roles, isOwner, onOpen }: { roles: Role[]; isOwner: boolean; onOpen: Opens['onOpen'] }) => (
  <section className={kit.section} aria-labelledby="roles">
    <div className={kit.head}>
      <h2 id="roles">Roles</h2>
      {isOwner && (
        <Button look="quiet" onClick={() => onOpen('roles/new')}>
          Add a role
        </Button>
      )}
    </div>
    <DataTable
      label="Roles"
      columns={[
        { name: 'Role', cell: ({ name }) => <bdi>{name}</bdi> },
        {
          name: 'Permissions',
          look: 'long',
          cell: (role) => (role.isOwner ? 'Everything' : permissionWords(role.permissions)),
        },
      ]}
      rows={roles}
      keyOf={({ id }) => id}
      actions={
        isOwner &&
        ((role) =>
          !role.isOwner && (
            <span className={table.buttons}>
              <Button look="bare" aria-label={`Edit ${role.name}`} onClick={() => onOpen(`roles/${role.id}/edit`)}>
                Edit
              </Button>
              <Button look="bare" aria-label={`Remove ${role.name}`} onClick={() => onOpen(`roles/${role.id}/remove`)}>
                Remove
              </Button>
            </span>
          ))
      }
    />
  </section>
)
