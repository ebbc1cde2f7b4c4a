import { afterEach, describe, expect, it, vi } from 'vitest'
import { readInTab, readStored, readToken, TOKEN, writeInTab, writeStored } from './storage'

afterEach(() => vi.unstubAllGlobals())

const storageOf = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
})

describe('the token', () => {
  it('is what was stored', () => {
    vi.stubGlobal('localStorage', storageOf(new Map([[TOKEN, 'eyJhbGciOi.J9-_~+/=']])))
    expect(readToken()).toBe('eyJhbGciOi.J9-_~+/=')
  })

  it.each(['', ' ', '\t', '\n', '\u00a0', 'a b', 'abc\n', 'a\0b', 'टोकन', 'tök', '\u200b', '😀', '\x7f'])(
    'is missing if the text cannot be one: %j',
    (text) => {
      vi.stubGlobal('localStorage', storageOf(new Map([[TOKEN, text]])))
      expect(readToken()).toBeNull()
    },
  )

  it('is missing on a new device', () => {
    vi.stubGlobal('localStorage', storageOf(new Map()))
    expect(readToken()).toBeNull()
  })
})

describe('stored data', () => {
  it('is written to local storage', () => {
    const entries = new Map<string, string>()
    vi.stubGlobal('localStorage', storageOf(entries))
    writeStored({ one: '1', two: '2' })
    expect([...entries]).toEqual([
      ['one', '1'],
      ['two', '2'],
    ])
    expect(readStored('one')).toBe('1')
    writeStored({ one: null })
    expect(readStored('one')).toBeNull()
  })

  it('of a tab is written to session storage', () => {
    const [device, tab] = [new Map<string, string>(), new Map<string, string>()]
    vi.stubGlobal('localStorage', storageOf(device))
    vi.stubGlobal('sessionStorage', storageOf(tab))
    writeInTab({ one: '1' })
    expect([[...device], [...tab], readInTab('one'), readStored('one')]).toEqual([[], [['one', '1']], '1', null])
  })

  it('is kept in memory until the page closes if storage is blocked', () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    expect(readStored('three')).toBeNull()
    writeStored({ three: '3' })
    expect(readStored('three')).toBe('3')
    writeStored({ three: null })
    expect(readStored('three')).toBeNull()
  })
})
