/** Writes the list of decisions, README.md. After you add or rename a decision, run `npx vitest run docs/decisions -u`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const INTRODUCTION = `# Decisions

Each file records one decision that a reader would otherwise undo. Other reasons are in the header comments of the source files.
[CONTRIBUTING.md](../../CONTRIBUTING.md#a-decision) says how to add a decision. \`index.test.ts\` writes this list.`

const HEAD = /^# (?<title>.+)\n\nDate: (?<date>\d{4}-\d\d-\d\d)\n/

it('README.md lists all decisions', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md') && name !== 'README.md')
  const rows = files.sort().map((name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8')
    expect(text, name).toMatch(HEAD)
    const { title, date } = HEAD.exec(text)!.groups!
    return `| [${name.slice(0, 4)}](${name}) | ${title} | ${date} |`
  })
  const table = ['| Number | Title | Date |', '| --- | --- | --- |', ...rows].join('\n')
  await expect(`${INTRODUCTION}\n\n${table}\n`).toMatchFileSnapshot('README.md')
})
