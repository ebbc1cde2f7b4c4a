import { noteNoAnswer } from './reachability'

/** True once a module has failed to load. A browser never fetches a failed module again, so only a reload helps. */
let isMissing = false

export const codeIsMissing = (): boolean => isMissing

export function watchCode(): void {
  // Vite dispatches this event when a dynamic import fails.
  window.addEventListener('vite:preloadError', () => {
    isMissing = true
    noteNoAnswer()
  })
}
