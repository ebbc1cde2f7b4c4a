/** Every endpoint of the contract at hand, and beside the chosen one its GraphQL twin. */
import { useId } from 'react'
import { CopyButton } from './CopyButton'
import type { Draft } from './draft'
import { draftOfPreset, draftOfTwin, findPreset, PRESET_GROUPS, twinOf, type Params } from './presets'
import styles from './PresetPicker.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

interface PresetPickerProps {
  chosen: string
  draft: Draft
  /** Path parameters that an answer has told. */
  known: Params
  onChoose: (id: string, draft: Draft) => void
}

export function PresetPicker({ chosen, draft, known, onChoose }: PresetPickerProps) {
  const id = useId()
  const preset = findPreset(chosen)
  return (
    <div className={styles.picker}>
      <div className={styles.choice}>
        <label htmlFor={id} className={tool.label}>
          Preset
        </label>
        <select
          id={id}
          className={tool.input}
          value={chosen}
          onChange={({ target }) => {
            const next = findPreset(target.value)
            onChoose(target.value, next ? draftOfPreset(next, draft, known) : draft)
          }}
        >
          <option value="">none</option>
          {PRESET_GROUPS.map(({ group, presets }) => (
            <optgroup key={group} label={group}>
              {presets.map(({ id, endpoint }) => (
                <option key={id} value={id}>
                  {id} · {endpoint.summary}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {preset && (
        <section className={styles.twin} aria-label="GraphQL twin">
          <div className={tool.bar}>
            <h3 className={tool.label}>GraphQL twin</h3>
            <ToolButton onClick={() => onChoose(chosen, draftOfTwin(preset, draft, known))}>Use twin</ToolButton>
            <ToolButton onClick={() => onChoose(chosen, draftOfPreset(preset, draft, known))}>Use REST</ToolButton>
            <CopyButton label="Copy query" text={() => twinOf(preset, known)} />
          </div>
          <pre className={tool.code} tabIndex={0} role="region" aria-label="GraphQL query">
            {twinOf(preset, known)}
          </pre>
        </section>
      )}
    </div>
  )
}
