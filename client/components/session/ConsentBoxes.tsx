/** The unticked boxes of a sign-up form, and a link to the privacy notice. */
import { Link } from 'react-router-dom'
import { CONSENT_PURPOSES, CONSENTS } from '../../../server/shared/consents'
import { paths } from '../../paths'
import form from '../form/FormDialog.module.css'
import styles from './ConsentBoxes.module.css'

export const ConsentBoxes = () => (
  <fieldset className={styles.boxes}>
    <legend>Optional emails. You can change this on your profile at any time.</legend>
    {CONSENT_PURPOSES.map((purpose) => (
      <label className={form.check} key={purpose}>
        <input type="checkbox" name={purpose} />
        {CONSENTS[purpose].text}
      </label>
    ))}
    <p>
      Our{' '}
      <Link to={paths.help('privacy')} className="text-link">
        privacy notice
      </Link>{' '}
      says which data we keep, why, and for how long.
    </p>
  </fieldset>
)

/** The ticked consent boxes in a form's values. */
export const consentsIn = (texts: Record<string, string>) =>
  CONSENT_PURPOSES.filter((purpose) => texts[purpose] !== undefined).map((purpose) => ({
    purpose,
    version: CONSENTS[purpose].version,
  }))
