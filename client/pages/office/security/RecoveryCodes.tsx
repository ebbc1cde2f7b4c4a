/** Shows the recovery codes. They cannot be shown again. */
import { Button } from '../../../components/Button'
import form from '../../../components/form/FormDialog.module.css'
import { useCopy } from '../../../components/useCopy'
import styles from './Security.module.css'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { result, copy } = useCopy()
  return (
    <div className={form.form}>
      <p>
        Each code opens the office once if you lose your phone. They are not shown again. Print them, or keep them in a
        password manager.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={form.buttons}>
        <Button look="quiet" onClick={() => void copy(codes.join('\n'))}>
          <span role="status">{result ?? 'Copy'}</span>
        </Button>
        <Button onClick={onDone}>I have stored them</Button>
      </div>
    </div>
  )
}
