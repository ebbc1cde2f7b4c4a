/**
 * Lets all clients that a test process opens share Prisma's query plans. Each test file opens a new client, which would otherwise compile its
 * queries again.
 */
// @ts-expect-error Prisma publishes no types for its compiler.
import { QueryCompiler } from '@prisma/client/runtime/query_compiler_small_bg.postgresql.mjs'

const { prototype } = QueryCompiler as { prototype: { compile(query: string): unknown } }
const { compile } = prototype
const plans = new Map<string, unknown>()

/** The number of queries that this process has compiled. */
export const countPlans = (): number => plans.size

prototype.compile = function (query) {
  const plan = plans.get(query) ?? compile.call(this, query)
  plans.set(query, plan)
  return plan
}
