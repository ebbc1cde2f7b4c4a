import { describe, expect, it } from 'vitest'
import { forgetVisited, isLasting, isPublic, VISITED } from './keptAnswers'

const answer = (status: number, cacheControl?: string) =>
  new Response(null, { status, headers: cacheControl === undefined ? {} : { 'cache-control': cacheControl } })

describe('the service worker', () => {
  it.each([
    ['a photo of the catalogue', 200, 'public, max-age=31536000, immutable', true, true],
    ['a photo of a shown review', 200, 'public, max-age=3600', false, true],
    ['a photo of a return', 200, 'private, no-store', false, false],
    ['a directive that only contains the word', 200, 'no-public, not-immutable', false, false],
    ['private, although immutable', 200, 'private, immutable', false, false],
    ['an error', 404, 'public, immutable', false, false],
    ['a part', 206, 'public, immutable', false, false],
    ['no header', 200, undefined, false, false],
  ])('keeps or does not keep: %s', (_, status, header, lasting, kept) => {
    expect([isLasting(answer(status, header)), isPublic(answer(status, header))]).toEqual([lasting, kept])
  })

  it('forgets what was looked at, and keeps the files of the client', async () => {
    const left = new Set(['files', 'shell', ...Object.values(VISITED)])
    await forgetVisited({ delete: async (name: string) => left.delete(name) } as unknown as CacheStorage)
    expect([...left]).toEqual(['files', 'shell'])
    await forgetVisited(undefined)
  })
})
