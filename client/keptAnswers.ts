/** What the service worker keeps on the device. */

/** The caches of what the shopper has looked at. They are emptied when the session ends. */
export const VISITED = { photos: 'photos', answers: 'answers', pages: 'pages' } as const

const allows = (response: Response, directive: string): boolean =>
  response.status === 200 && (response.headers.get('cache-control') ?? '').split(/\s*,\s*/).includes(directive)

/** True if the server marks the response as public. */
export const isPublic = (response: Response): boolean => allows(response, 'public')

/** True for a photo that stays public for ever. Buyers' photos may be hidden later, so the service worker keeps none of them. */
export const isLasting = (response: Response): boolean => isPublic(response) && allows(response, 'immutable')

/** Deletes what the shopper has looked at, so that the next person at a shared device does not see it. */
export async function forgetVisited(stores: CacheStorage | undefined = globalThis.caches): Promise<void> {
  await Promise.all(Object.values(VISITED).map((name) => stores?.delete(name)))
}
