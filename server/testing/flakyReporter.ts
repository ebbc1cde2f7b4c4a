/** Lists the tests that passed only after CI repeated them, each with its first error. A flaky test must be mended, not ignored. */
import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

export default class FlakyReporter implements Reporter {
  readonly #lines: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const [first] = test.result().errors ?? []
    const [why = 'no error'] = (first?.message ?? '').split('\n')
    this.#lines.push(`flaky: ${test.module.relativeModuleId} > ${test.fullName}: ${why}`)
  }

  onTestRunEnd(): void {
    if (this.#lines.length === 0) return
    console.log(['', ...this.#lines].join('\n'))
    // .ci/run prints the lines of all its runs again at its end.
    const list = process.env['FLAKY_TESTS']
    if (list) appendFileSync(list, `${this.#lines.join('\n')}\n`)
  }
}
