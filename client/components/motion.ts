/** Whether the person asks for less motion. */
export const wantsStillness = (): boolean =>
  typeof window !== 'undefined' && window.matchMedia('(prefers-reduced-motion: reduce)').matches
