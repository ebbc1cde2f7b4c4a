import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const load = () => import('./reachability')

let reachability: Awaited<ReturnType<typeof load>>
let answers: boolean
let asked: number

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  reachability = await load()
  answers = true
  asked = 0
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (!answers) throw new TypeError('Failed to fetch')
    return new Response()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the reachability of the shop', () => {
  it('is checked after a request without a response', async () => {
    reachability.noteNoAnswer()
    await vi.advanceTimersByTimeAsync(0)
    expect(reachability.isReachable()).toBe(true)
    answers = false
    reachability.noteNoAnswer()
    reachability.noteNoAnswer()
    await vi.advanceTimersByTimeAsync(0)
    expect(reachability.isReachable()).toBe(false)
    expect(asked).toBe(2)
  })

  it('distinguishes a shop that is down from a browser without a network', async () => {
    const changed = vi.fn()
    reachability.onReachabilityChange(changed)
    answers = false
    reachability.noteNoAnswer()
    await vi.advanceTimersByTimeAsync(0)
    expect(reachability.currentReachability()).toBe('unreached')
    vi.stubGlobal('navigator', { onLine: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reachability.currentReachability()).toBe('offline')
    answers = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reachability.currentReachability()).toBe('reached')
    expect(changed).toHaveBeenCalledTimes(3)
  })

  it('is checked again at growing intervals until a response arrives', async () => {
    answers = false
    reachability.noteNoAnswer()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked).toBeLessThan(16)
    expect(asked).toBeGreaterThan(8)
    const changed = vi.fn()
    reachability.onReachabilityChange(changed)
    answers = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reachability.isReachable()).toBe(true)
    expect(changed).toHaveBeenCalledTimes(1)
    const before = asked
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked).toBe(before)
  })

  it('is rechecked as soon as another request succeeds, and never while the page is hidden', async () => {
    answers = false
    reachability.noteNoAnswer()
    await vi.advanceTimersByTimeAsync(0)
    vi.stubGlobal('document', { hidden: true })
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked).toBe(1)
    answers = true
    reachability.noteAnswer()
    await vi.advanceTimersByTimeAsync(0)
    expect(reachability.isReachable()).toBe(true)
    reachability.noteAnswer()
    expect(asked).toBe(2)
  })

  it('is false after a check that times out', async () => {
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))
    })
    reachability.noteNoAnswer()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(reachability.isReachable()).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(reachability.isReachable()).toBe(false)
  })
})
