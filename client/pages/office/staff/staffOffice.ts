/** The records that the staff page and its dialogs share. */
import type { OfficeStaffPageQuery } from './StaffPage.generated'

export type StaffOffice = OfficeStaffPageQuery['office']
export type Member = StaffOffice['staff'][number]
export type Role = StaffOffice['roles'][number]
export type Invitation = StaffOffice['invitations'][number]
