import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runCommand as runKeys } from '../server/commands/keys'
import { hashPassword } from '../server/crypto/passwordHash'
import { startTestApp } from '../server/testing/app'
import { ask } from '../server/testing/calls'
import { newStaff } from '../server/testing/data/factories'
import { canRun, INTERPRETED, readSnippets, runSession, type Snippet } from './snippets'

/** The address of `npm start`, without which the shop takes no questions. */
const app = await startTestApp({ CONTACT_EMAIL: 'hello@cerashop.example' })
await app.listen({ host: 'localhost', port: 0 })
const origin = `http://localhost:${(app.server.address() as AddressInfo).port}`

/** The demo account that the documents use. */
const guest = await app.shop.db.user.findUniqueOrThrow({ where: { email: 'guest@cerashop.example' } })
const token = app.signToken(guest)
/** The API key and the owner that the documents use. */
const [key] = await runKeys(app.shop.db, ['add', 'Documents', 'read_orders'])
const { id: ownerId } = await newStaff(app)
await app.shop.db.user.update({
  where: { id: ownerId },
  data: { email: 'meera@studio.example', passwordHash: await hashPassword('tea on the veranda') },
})

const files = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const all = files.flatMap(readSnippets).map((snippet) => ({
  ...snippet,
  code: snippet.code.replaceAll('http://localhost:3000', origin).replaceAll('csk_…', key!),
}))
const runnable = all.filter(({ reason, language }) => reason === null && language !== 'mermaid')
const documents = files.flatMap((file) => {
  const snippets = runnable.filter(({ place }) => place.startsWith(`${file}:`))
  const languages = [...new Set(snippets.map(({ language }) => language))]
  return languages.map((language) => ({
    file,
    language,
    snippets: snippets.filter((each) => each.language === language),
  }))
})

/** Compares the output with the document, where `…` stands for any value. */
const asShown = (value: unknown): unknown => {
  if (value === '…') return expect.anything()
  if (Array.isArray(value)) return value.map(asShown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asShown(each)]))
}

function check({ place, prints }: Snippet, output: string): void {
  if (prints !== null) expect(JSON.parse(output), place).toEqual(asShown(prints))
  // Commands that fail on purpose have their expected output in the document.
  else expect(output, place).not.toMatch(/"errors?":|"userErrors":\[\{/)
}

describe('the code in the documents', () => {
  for (const { file, language, snippets } of documents)
    it.runIf(canRun(language))(`runs unchanged: ${language} in ${file}`, async () => {
      if (language === 'graphql') {
        for (const snippet of snippets) {
          const ofStaff = /\boffice \{/.test(snippet.code)
          const { status: _, ...answer } = await ask(app, snippet.code, { token: ofStaff ? key! : token })
          check(snippet, JSON.stringify(answer))
        }
        return
      }
      const outputs = await runSession(language as (typeof INTERPRETED)[number], snippets)
      expect(outputs).toHaveLength(snippets.length)
      snippets.forEach((snippet, i) => check(snippet, outputs[i]!))
    })

  it('is in a language that this test supports, or gives a reason why it is not run', () => {
    const known = [...INTERPRETED, 'graphql', 'mermaid']
    expect(all.filter(({ language, reason }) => reason === null && !known.includes(language))).toEqual([])
    for (const { reason, place } of all.filter(({ reason }) => reason !== null))
      expect(reason!.length, place).toBeGreaterThan(20)
  })

  it('is run, except for the listed blocks', () => {
    const countOf = (file: string) => {
      const own = all.filter(({ place, language }) => place.startsWith(`${file}:`) && language !== 'mermaid')
      return [own.length, own.filter(({ reason }) => reason !== null).length]
    }
    expect(files.map((file) => [file, ...countOf(file)]).filter(([, blocks]) => blocks !== 0)).toEqual([
      ['README.md', 5, 2],
      ['CONTRIBUTING.md', 1, 1],
      ['docs/alarms.md', 1, 1],
      ['docs/cluster.md', 3, 3],
      ['docs/commands.md', 1, 1],
      ['docs/graphql.md', 22, 3],
      ['docs/importing.md', 1, 1],
      ['docs/mail.md', 1, 1],
      ['docs/office-api.md', 4, 0],
      ['docs/operating.md', 7, 7],
      ['docs/recipes.md', 1, 1],
      ['docs/rest.md', 7, 0],
      ['docs/webhooks.md', 6, 3],
    ])
    // Excludes the operators' guides, because their commands change a machine or a shop and cannot run here.
    const guides = all.filter(
      ({ place }) => !/^docs\/(alarms|cluster|commands|importing|mail|operating)\.md:/.test(place),
    )
    expect(runnable.length).toBeGreaterThan(3 * guides.filter(({ reason }) => reason !== null).length)
  })
})
