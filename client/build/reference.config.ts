/**
 * The build configuration of the REST reference. It is built separately from the shop's client, and the server serves it under /api/docs/.
 */
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

export default defineConfig({
  root: resolve(import.meta.dirname, '../reference'),
  base: '/api/docs/',
  plugins: [compression({ include: /\.(js|css)$/, threshold: 1000, algorithms: ['gzip'] })],
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/reference'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Swagger UI is large, but only readers of the reference load it.
    chunkSizeWarningLimit: 2000,
  },
})
