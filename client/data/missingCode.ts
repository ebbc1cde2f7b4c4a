/** Whether some of the shop's code could not be fetched: a browser never asks again for a module that has failed, only a new page does. */
let isMissing = false

export const codeIsMissing = (): boolean => isMissing

export function watchCode(): void {
  // Vite's own name for it.
  window.addEventListener('vite:preloadError', () => (isMissing = true))
}
