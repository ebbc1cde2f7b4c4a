import { noteNoAnswer } from './reachability'

/** Whether a module could not be fetched: a browser never fetches a failed module again, only a reload does. */
let isMissing = false

export const codeIsMissing = (): boolean => isMissing

export function watchCode(): void {
  // Vite's own name for it.
  window.addEventListener('vite:preloadError', () => {
    isMissing = true
    noteNoAnswer()
  })
}
