/**
 * Deletes expired rows in small statements. One large statement would hold thousands of row locks, and a replica would replay it all at
 * once.
 */

const ROWS = 1000

/** Repeats the step until it processes fewer rows than its limit. */
export async function inSteps(step: (limit: number) => Promise<{ count: number }>): Promise<void> {
  let { count } = await step(ROWS)
  while (count === ROWS) ({ count } = await step(ROWS))
}
