/** Strangers on many networks request and guess codes for an owner's address, and the owner still gets in. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { expectAtMost } from './findings'
import { ask, startTarget, type Target } from './target'

const EMAIL = 'owner@shopper.example'
const HOME = '198.51.100.9'
const BROWSER_KEY = 'the browser of the owner'
const STRANGERS = 20
const GUESSES_PER_CODE = 5
/** After this many wrong codes in a row, the shop closes codes for the address. */
const MAX_GUESSES = 50
const MAIL_TRIES = 200
const MAIL_PAUSE_MS = 50

const REQUEST = 'mutation ($input: RequestCodeInput!) { answer: requestCode(input: $input) { requestId } }'
const SIGN_IN =
  'mutation ($input: SignInWithCodeInput!) { answer: signInWithCode(input: $input) { token userErrors { code } } }'

interface Payload {
  requestId?: string | null
  token?: string | null
  userErrors?: { code: string }[]
}

async function send(target: Target, from: string, query: string, input: object): Promise<Payload> {
  const { text } = await ask(target, query, { input }, undefined, { 'x-forwarded-for': from })
  return (JSON.parse(text) as { data: { answer: Payload } }).data.answer
}

/** The codes in the files of the shop's emails. */
function codesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
    return names.flatMap((name) => /^ {4}(\d{6})\r?$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? [])
  } catch {
    return []
  }
}

/** Waits until this many codes have been written to files. */
async function filed(folder: string, count: number): Promise<void> {
  for (let i = 0; i < MAIL_TRIES && codesIn(folder).length < count; i += 1) await sleep(MAIL_PAUSE_MS)
}

/** Tries the emailed codes with the id of the owner's request. Strangers' codes do not work with it. */
async function logInAsOwner(target: Target, folder: string, requestId: string): Promise<boolean> {
  const tried = new Set<string>()
  for (let i = 0; i < MAIL_TRIES; i += 1) {
    for (const code of codesIn(folder)) {
      if (tried.has(code)) continue
      tried.add(code)
      const { token } = await send(target, HOME, SIGN_IN, { email: EMAIL, code, requestId, browserKey: BROWSER_KEY })
      if (token) return true
    }
    await sleep(MAIL_PAUSE_MS)
  }
  return false
}

it('strangers cannot guess the codes of an address, and the owner still gets in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-door-'))
  const mails = join(folder, 'mail')
  const target = await startTarget({ DATA_DIR: folder, TRUST_PROXY: '1' })
  const requestAtHome = () => send(target, HOME, REQUEST, { email: EMAIL, browserKey: BROWSER_KEY })
  try {
    const first = await requestAtHome()
    if (!(await logInAsOwner(target, mails, first.requestId!))) throw new Error('The owner could not log in at first.')
    let [guesses, mailed] = [0, 1]
    for (let i = 0; i < STRANGERS; i += 1) {
      const from = `203.${i}.113.7`
      const { requestId } = await send(target, from, REQUEST, { email: EMAIL })
      if (!requestId) continue
      mailed += 1
      for (let j = 0; j < GUESSES_PER_CODE; j += 1) {
        await send(target, from, SIGN_IN, { email: EMAIL, code: String(100_000 + guesses), requestId })
        guesses += 1
      }
    }
    // Only the owner's next code is left to try.
    await filed(mails, mailed)
    rmSync(mails, { recursive: true, force: true })
    const { requestId } = await requestAtHome()
    const isIn = requestId ? await logInAsOwner(target, mails, requestId) : false
    expectAtMost(`Guesses at one owner's codes from ${STRANGERS} networks`, guesses, MAX_GUESSES, 'guesses')
    expect(isIn, 'the owner still gets in').toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
