/** A preset's GraphQL equivalent: query and variables, to use here or in the explorer. Loads with the first preset. */
import { CopyButton } from '../CopyButton'
import { draftOfPreset, type Preset } from '../presets'
import tool from '../Tool.module.css'
import { ToolButton } from '../ToolButton'
import type { Tester } from '../useTester'
import { draftOfTwin, explorerLinkOf, twinOf } from './twin'
import styles from './TwinPanel.module.css'

export function TwinPanel({ preset, tester }: { preset: Preset; tester: Tester }) {
  const { draft, known, choose } = tester
  const twin = twinOf(preset, known)
  if (!twin) return null
  return (
    <section className={`${tool.stack} ${styles.twin}`} aria-label="GraphQL twin">
      <div className={tool.bar}>
        <h3 className={tool.label}>GraphQL twin</h3>
        <ToolButton onClick={() => choose(preset.id, draftOfTwin(twin, draft))}>Use twin</ToolButton>
        <ToolButton onClick={() => choose(preset.id, draftOfPreset(preset, draft, known))}>Use REST</ToolButton>
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
