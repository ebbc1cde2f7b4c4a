/** What answers under /api did not fit the contract, since it was last asked for. */
const faults = new Set<string>()

export const noteFault = (fault: string): void => void faults.add(fault)

/** Empties the list. */
export function takeFaults(): string[] {
  const found = [...faults]
  faults.clear()
  return found
}
