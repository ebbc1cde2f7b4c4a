/** A preset's GraphQL twin: query and variables side by side, to use here or in the explorer. Loaded with the first preset that has one. */
import { CopyButton } from './CopyButton'
import type { Draft } from './draft'
import { draftOfPreset, type Params, type Preset } from './presets'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'
import { draftOfTwin, explorerLinkOf, twinOf } from './twin'
import styles from './TwinPanel.module.css'

interface TwinPanelProps {
  preset: Preset
  draft: Draft
  known: Params
  onUse: (draft: Draft) => void
}

export function TwinPanel({ preset, draft, known, onUse }: TwinPanelProps) {
  const twin = twinOf(preset, known)
  if (!twin) return null
  return (
    <section className={styles.twin} aria-label="GraphQL twin">
      <div className={tool.bar}>
        <h3 className={tool.label}>GraphQL twin</h3>
        <ToolButton onClick={() => onUse(draftOfTwin(twin, draft))}>Use twin</ToolButton>
        <ToolButton onClick={() => onUse(draftOfPreset(preset, draft, known))}>Use REST</ToolButton>
        <CopyButton label="Copy query" text={() => twin.query} />
        <a className={tool.button} href={explorerLinkOf(twin)} target="_blank" rel="noreferrer">
          Open in explorer
        </a>
      </div>
      <div className={styles.sides}>
        <pre className={tool.code} tabIndex={0} role="region" aria-label="GraphQL query">
          {twin.query}
        </pre>
        <pre className={tool.code} tabIndex={0} role="region" aria-label="GraphQL variables">
          {JSON.stringify(twin.variables, null, 2)}
        </pre>
      </div>
    </section>
  )
}
