/**
 * The provider for `npm run coverage`, which is Vitest's for V8. Vitest looks for that one in the project's packages,
 * so it is a custom provider here, also in the test processes.
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
