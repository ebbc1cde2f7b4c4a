/**
 * The coverage provider for `npm run coverage`. Vitest looks for its V8 provider only in the project's packages, so this file loads it from
 * the packages of tools/, also in the test processes.
 */
import v8 from '@vitest/coverage-v8'
import type { CoverageProviderModule } from 'vitest/node'

const provider: CoverageProviderModule = {
  ...v8,
  async getProvider() {
    const found = await v8.getProvider()
    const resolveOptions = found.resolveOptions.bind(found)
    found.resolveOptions = () => ({
      ...resolveOptions(),
      provider: 'custom',
      customProviderModule: import.meta.filename,
    })
    return found
  },
}

export default provider
