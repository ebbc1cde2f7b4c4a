import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** The server as plain JavaScript in dist/server: the entry, and the worker that the embedded database runs in. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../dist/server',
    emptyOutDir: true,
    rolldownOptions: {
      external: [...builtinModules],
      input: { main: 'server/main.ts', 'embedded-postgres-worker': 'server/embedded-postgres-worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
