/** Runs before each test file. A response that does not match the contract fails the current test, or at least its file. */
import { afterAll, afterEach } from 'vitest'
import { takeFaults } from './contract/contractFaults'

function failOnFaults(): void {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`Answers do not fit /api/openapi.json:\n${faults.join('\n')}`)
}

afterEach(failOnFaults)
afterAll(failOnFaults)
