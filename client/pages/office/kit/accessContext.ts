/** The access of the logged-in staff member, for all pages of the office. */
import { createContext, use } from 'react'
import { may, type OfficeAccess } from '../../../data/office/access'
import type { Permission } from '../../../generated/types'

export const AccessContext = createContext<OfficeAccess | null>(null)

/** True if the staff member has the permission. */
export const useMay = (permission: Permission): boolean => may(use(AccessContext), permission)

/** Only pages below OfficePage may call this. */
export const useAccess = (): OfficeAccess => use(AccessContext)!
