import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { UNBUNDLED } from './runtimePackages.ts'

/**
 * Builds the server as plain JavaScript in dist/server: its entry, the commands' entry, and the embedded database's worker. Bundles their
 * imports, because one large file loads in half the time that a thousand small ones take.
 */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  ssr: { noExternal: true, external: UNBUNDLED },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../dist/server',
    emptyOutDir: true,
    rolldownOptions: {
      // Without this, Rolldown would warn about slow plugins on a busy machine.
      checks: { bundlerTimings: false },
      external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      input: {
        main: 'server/start.ts',
        commands: 'server/commands/start.ts',
        embeddedPostgresWorker: 'server/database/embedded/worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // A source file with even one character beyond Latin-1 takes twice the memory for as long as the server runs.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
      },
    },
  },
})
