/** Reads the code blocks of a Markdown file, and runs those in one language as a reader would: one after the other, in one session. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export interface Snippet {
  /** `docs/graphql.md:12`, where the block begins. */
  place: string
  language: string
  code: string
  /** The reason why the block is not run, from `not-run="…"` after the language. Null if it is run. */
  reason: string | null
  /** The expected output, from the JSON block that follows. Null if there is none. */
  prints: unknown
}

const FENCE = /^```(\w*)(.*)\n([\s\S]*?)^```$/gm

/** Blocks without a language are not code. */
export function readSnippets(file: string): Snippet[] {
  const text = readFileSync(file, 'utf8')
  const blocks = [...text.matchAll(FENCE)].filter(([, language]) => language)
  return blocks.flatMap(([, language, info, code], i) => {
    if (language === 'json') return []
    const [line, next] = [text.slice(0, blocks[i]!.index).split('\n').length, blocks[i + 1]]
    const follows = next?.[1] === 'json' && next.index - blocks[i]!.index - blocks[i]![0].length <= 2
    const reason = /\bnot-run="([^"]+)"/.exec(info!)?.[1] ?? null
    const prints: unknown = follows ? JSON.parse(next[3]!) : null
    return [{ place: `${file}:${line}`, language: language!, code: code!, reason, prints }]
  })
}

/** Languages with an interpreter. Blocks in `graphql` are sent to the shop itself. */
export const INTERPRETED = ['sh', 'ts', 'js', 'python'] as const

/** Programs other than Node that a machine may lack. The test skips blocks that need a missing program. */
const NEEDED: Record<string, string[]> = { sh: ['bash', 'curl', 'sha256sum'], python: ['python3'] }

export const canRun = (language: string): boolean =>
  (NEEDED[language] ?? []).every((command) => spawnSync(command, ['--version']).error === undefined)

/** Printed before each block, always on a separate line. */
const MARK = '@@@ snippet '

/** Contains the blocks' modules. It is inside the project so that their imports resolve. */
const FOLDER = resolve('node_modules/.cache/snippets')

/** Each block is a separate module. */
function modules(codes: string[], extension: string): [string, string[]] {
  codes.forEach((code, i) => writeFileSync(join(FOLDER, `${i}${extension}`), code))
  const all = codes.map((_, i) => `console.log('\\n${MARK}${i}'); await import('./${i}${extension}')`)
  writeFileSync(join(FOLDER, 'all.mjs'), `${all.join('\n')}\nprocess.exit()`)
  return [process.execPath, [...(extension === '.mts' ? ['--import', 'tsx'] : []), join(FOLDER, 'all.mjs')]]
}

const COMMANDS: Record<(typeof INTERPRETED)[number], (codes: string[]) => [string, string[]]> = {
  sh: (codes) => [
    'bash',
    ['-euo', 'pipefail', '-c', codes.map((code, i) => `printf '\\n${MARK}${i}\\n'\n${code}`).join('\n')],
  ],
  python: (codes) => [
    'python3',
    ['-c', codes.map((code, i) => `print('\\n${MARK}${i}', flush=True)\n${code}`).join('\n')],
  ],
  ts: (codes) => modules(codes, '.mts'),
  js: (codes) => modules(codes, '.mjs'),
}

/** Returns what each block prints. Throws with the position of the block that fails. */
export async function runSession(language: (typeof INTERPRETED)[number], snippets: Snippet[]): Promise<string[]> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(join(FOLDER, 'here'), { recursive: true })
  const [command, args] = COMMANDS[language](snippets.map(({ code }) => code))
  const outputs = (stdout: string) => stdout.split(new RegExp(`\n${MARK}\\d+\n`)).slice(1)
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd: join(FOLDER, 'here') })
    return outputs(stdout)
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    const failed = snippets[outputs(stdout).length - 1]
    throw new Error(`${failed?.place} fails: ${outputs(stdout).at(-1) ?? ''}${stderr}`, { cause: error })
  }
}
