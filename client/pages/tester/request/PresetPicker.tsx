/** Selects an endpoint of the contract, and shows its reference and GraphQL equivalent. */
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { draftOfPreset, findPreset, groupsOf, PAYMENT_PRESETS, PRESETS, type Preset } from '../presets'
import tool from '../Tool.module.css'
import { ToolButton } from '../ToolButton'
import type { Tester } from '../useTester'

const TwinPanel = lazy(() => import('./TwinPanel').then((module) => ({ default: module.TwinPanel })))

export function PresetPicker({ tester }: { tester: Tester }) {
  const { preset: chosen, draft, known, choose } = tester
  const id = useId()
  const preset = findPreset(chosen)
  const groups = groupsOf([...PRESETS, ...usePaymentPresets()])
  return (
    <div className={tool.stack}>
      <label htmlFor={id} className={tool.label}>
        Preset
      </label>
      <select
        id={id}
        className={tool.input}
        value={chosen}
        onChange={({ target }) => {
          const next = findPreset(target.value)
          choose(target.value, next ? draftOfPreset(next, draft, known) : draft)
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
        {/* A link may name a preset that this server does not have. */}
        {preset && !groups.some(({ presets }) => presets.includes(preset)) && <option value={chosen}>{chosen}</option>}
      </select>
      <div className={tool.bar}>
        <ToolButton title="All presets, for Postman, Bruno and others" onClick={() => void download()}>
          Download collection
        </ToolButton>
        {preset && (
          <a className={tool.button} href={preset.reference} target="_blank" rel="noreferrer">
            Open in the reference
          </a>
        )}
      </div>
      {preset && (
        <Suspense>
          <TwinPanel preset={preset} tester={tester} />
        </Suspense>
      )}
    </div>
  )
}

/** The payment presets in the server's OpenAPI document. */
function usePaymentPresets(): Preset[] {
  const [paths, setPaths] = useState<object>({})
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const response = await fetch('/api/openapi.json', controller)
      setPaths(((await response.json()) as { paths: object }).paths)
    }
    load().catch((cause: unknown) => controller.signal.aborted || console.warn(cause))
    return () => controller.abort()
  }, [])
  return PAYMENT_PRESETS.filter(({ endpoint }) => endpoint.path in paths)
}

async function download(): Promise<void> {
  const { default: collection } = await import('../../../generated/postmanCollection.json?raw')
  const text = collection.replace('http://localhost:3000', location.origin)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: 'shop.postman_collection.json' }).click()
  URL.revokeObjectURL(url)
}
