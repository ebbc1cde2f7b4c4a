/** Runs before each test file. If a response does not match the contract, the current test fails, or at least its file. */
import { afterAll, afterEach } from 'vitest'
import { takeFaults } from './contract/contractFaults'

function failOnFaults(): void {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`Answers do not fit /api/openapi.json:\n${faults.join('\n')}`)
}

afterEach(failOnFaults)
afterAll(failOnFaults)
