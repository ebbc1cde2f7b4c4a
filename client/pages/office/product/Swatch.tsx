/** The colour of a glaze's swatch: a colour picker, and the same colour as text. */
import { swatchOf } from './familyDraft'
import styles from './Swatch.module.css'

interface SwatchProps {
  /** The glaze, for screen readers. */
  of: string
  /** As typed. Empty for none. */
  value: string
  onChange: (value: string) => void
}

export const Swatch = ({ of, value, onChange }: SwatchProps) => (
  <span className={styles.swatch}>
    <input
      type="color"
      aria-label={`Colour of ${of}`}
      // A picker always has a colour. The text says whether there is one.
      data-empty={swatchOf(value) ? undefined : ''}
      value={swatchOf(value) ?? '#ffffff'}
      onChange={({ target }) => onChange(target.value)}
    />
    <input
      aria-label={`Colour of ${of} as text`}
      placeholder="#a8c0b0"
      maxLength={10}
      autoComplete="off"
      spellCheck={false}
      aria-invalid={swatchOf(value) === undefined ? true : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </span>
)
