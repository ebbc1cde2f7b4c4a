/** What is past its time goes in small statements, not in one that holds thousands of rows and that a replica repeats at a stretch. */

const ROWS = 1000

/** Until a step has fewer rows than it may. */
export async function inSteps(step: (limit: number) => Promise<{ count: number }>): Promise<void> {
  let { count } = await step(ROWS)
  while (count === ROWS) ({ count } = await step(ROWS))
}
