/** What the server's document says of the chosen preset. Loaded with the first preset. */
import { describe, type OpenApiDocument } from './document'
import styles from './Documentation.module.css'
import type { Preset } from './presets'
import tool from './Tool.module.css'

export function Documentation({ document, preset }: { document: OpenApiDocument; preset: Preset }) {
  const description = describe(document, preset)
  if (!description) return null
  const { link, bodyNote, fields, headers, answers } = description
  return (
    <details className={styles.documentation} open>
      <summary className={tool.label}>Documentation</summary>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Documentation">
        {bodyNote && <p>{bodyNote}</p>}
        {fields.length > 0 && (
          <>
            <h3>Body</h3>
            <dl className={styles.list}>
              {fields.map(({ name, type, isRequired, rule }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {type}
                    {rule && `, ${rule}`}
                    {!isRequired && <span className={tool.note}>, may be left out</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {headers.length > 0 && (
          <>
            <h3>Headers</h3>
            <dl className={styles.list}>
              {headers.map(({ name, description }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <h3>Answers</h3>
        <dl className={styles.list}>
          {answers.map(({ status, description, example }) => (
            <div key={status}>
              <dt className={status < '400' ? styles.good : styles.bad}>{status}</dt>
              <dd>
                {example === null ? (
                  description
                ) : (
                  <details>
                    <summary>{description}</summary>
                    <pre>{example}</pre>
                  </details>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <a href={link} target="_blank" rel="noreferrer">
        Open in the reference
      </a>
    </details>
  )
}
