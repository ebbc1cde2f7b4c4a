/**
 * `vitest run` with the same arguments. In CI, it runs the files of failed tests once more, so that a test that is late on a busy machine
 * does not fail the run, and lists what failed at first. A whole file is repeated, on a new database, because a test alone would meet what
 * its first attempt left.
 */
import { appendFileSync } from 'node:fs'
import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node'

/** More failures than this have a common cause. */
const MAX_FILES = 5

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])

async function run(files: string[]): Promise<{ vitest: Vitest; failed: TestModule[] }> {
  const vitest = await startVitest('test', files, options)
  const failed = vitest.state.getTestModules().filter((file) => !file.ok())
  await vitest.close()
  return { vitest, failed }
}

/** `name` is empty for the whole file. */
function lineOf({ relativeModuleId }: TestModule, name: string, error: { message: string } | undefined): string {
  const [why = 'no error'] = (error?.message ?? '').split('\n')
  return `failed at first: ${[relativeModuleId, name].filter(Boolean).join(' > ')}: ${why}\n`
}

const { vitest, failed } = await run(filter)
const mayRepeat =
  process.env['CI'] && failed.length > 0 && failed.length <= MAX_FILES && vitest.state.getUnhandledErrors().length === 0
if (mayRepeat) {
  process.exitCode = 0
  // client/e2e/browser.ts then records traces.
  process.env['IS_REPEATED'] = '1'
  const flaky = failed.flatMap((file) => [
    // For example of an import or of beforeAll, which belong to no test.
    ...file.errors().map((error) => lineOf(file, '', error)),
    ...[...file.children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => lineOf(file, suite.fullName, error)),
    ),
    ...[...file.children.allTests('failed')].map((test) => lineOf(file, test.fullName, test.result().errors?.[0])),
  ])
  await run(failed.map(({ moduleId }) => moduleId))
  console.log(flaky.join(''))
  // .ci/run prints the lines of all its runs again at its end. A flaky test must be mended like any other bug, a test of a rule first: a
  // race in the shop may be the reason.
  const list = process.env['FLAKY_TESTS']
  if (list) appendFileSync(list, flaky.join(''))
}
