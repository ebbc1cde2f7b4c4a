/** Permission choices, one row per area: none, view, or view and edit. */
import { AREAS, NOT_FOR_KEYS, PERMISSIONS } from '../../../../../server/shared/permissions'
import form from '../../../../components/form/FormDialog.module.css'
import type { Permission } from '../../../../generated/types'
import styles from './PermissionFields.module.css'

interface PermissionFieldsProps {
  held: Permission[]
  error: string | undefined
  /** Omits the permissions that an API key cannot have. */
  forKey?: boolean
}

export const PermissionFields = ({ held, error, forKey = false }: PermissionFieldsProps) => (
  <fieldset
    // After an error, the dialog focuses the element with this name.
    name="permissions"
    tabIndex={-1}
    className={styles.areas}
    aria-describedby={error && 'permissions-error'}
  >
    <legend>Permissions</legend>
    {error && (
      <p id="permissions-error" role="alert" className={form.error}>
        {error}
      </p>
    )}
    {Object.entries(AREAS).map(([area, name]) => {
      const [read, write] = [`read_${area}`, `write_${area}`] as [Permission, Permission]
      const current = held.includes(write) ? write : held.includes(read) ? read : ''
      return (
        <label key={area} className={styles.area}>
          {name}
          <select name={`area ${area}`} defaultValue={current}>
            <option value="">None</option>
            <option value={read}>View</option>
            {!(forKey && NOT_FOR_KEYS.includes(write)) && <option value={write}>View and edit</option>}
          </select>
        </label>
      )
    })}
  </fieldset>
)

export const permissionsIn = (texts: Record<string, string>): Permission[] =>
  PERMISSIONS.filter((permission) => Object.values(texts).includes(permission))
