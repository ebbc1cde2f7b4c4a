/** Runs before each test file. If a response does not match the contract, the current test fails, or at least its file. */
import { afterAll, afterEach } from 'vitest'
import { takeErrors } from './contract/contractErrors'

function failOnErrors(): void {
  const errors = takeErrors()
  if (errors.length > 0) throw new Error(`Answers do not fit /api/openapi.json:\n${errors.join('\n')}`)
}

afterEach(failOnErrors)
afterAll(failOnErrors)
