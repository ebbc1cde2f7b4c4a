/** Every endpoint of the contract at hand, and below the chosen one what the server says of it, and its GraphQL twin. */
import { lazy, Suspense, useId } from 'react'
import { isServed, useDocument, type OpenApiDocument } from './document'
import type { Draft } from './draft'
import { draftOfPreset, findPreset, groupsOf, PAYMENT_PRESETS, PRESETS, type Params, type Preset } from './presets'
import styles from './PresetPicker.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

const Documentation = lazy(() => import('./Documentation').then((module) => ({ default: module.Documentation })))
const TwinPanel = lazy(() => import('./TwinPanel').then((module) => ({ default: module.TwinPanel })))

interface PresetPickerProps {
  chosen: string
  draft: Draft
  /** Path parameters that an answer has told. */
  known: Params
  onChoose: (id: string, draft: Draft) => void
}

export function PresetPicker({ chosen, draft, known, onChoose }: PresetPickerProps) {
  const id = useId()
  const document = useDocument()
  const preset = findPreset(chosen)
  const groups = groupsOf(presetsOf(document))
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
          {groups.map(({ group, presets }) => (
            <optgroup key={group} label={group}>
              {presets.map(({ id, endpoint }) => (
                <option key={id} value={id}>
                  {id} · {endpoint.summary}
                </option>
              ))}
            </optgroup>
          ))}
          {/* A link may name one that this server does not have. */}
          {preset && !groups.some(({ presets }) => presets.includes(preset)) && (
            <option value={chosen}>{chosen}</option>
          )}
        </select>
        <ToolButton title="All presets, for Postman, Bruno and others" onClick={() => void download(groups)}>
          Download collection
        </ToolButton>
      </div>
      {preset && (
        <Suspense>
          {document && <Documentation document={document} preset={preset} />}
          <TwinPanel preset={preset} draft={draft} known={known} onUse={(used) => onChoose(chosen, used)} />
        </Suspense>
      )}
    </div>
  )
}

/** Those of payments once it is known which of them there are. */
const presetsOf = (document: OpenApiDocument | null): Preset[] => [
  ...PRESETS,
  ...PAYMENT_PRESETS.filter((preset) => document && isServed(document, preset)),
]

async function download(groups: { group: string; presets: Preset[] }[]): Promise<void> {
  const { collectionOf } = await import('./collection')
  const text = JSON.stringify(collectionOf(groups, location.origin, 'Shop REST API'), null, 2)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'shop.postman_collection.json' })
  link.click()
  URL.revokeObjectURL(url)
}
