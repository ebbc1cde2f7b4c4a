/**
 * The build configuration of the GraphQL explorer. It is built separately from the shop's client, and the server serves it under
 * /graphql/explorer/.
 */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

export default defineConfig({
  root: resolve(import.meta.dirname, '../explorer'),
  base: '/graphql/explorer/',
  plugins: [react(), compression({ include: /\.(js|css)$/, threshold: 1000, algorithms: ['gzip'] })],
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/explorer'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The editor is large, but only developers who open the explorer load it.
    chunkSizeWarningLimit: 6000,
    // GraphiQL displays the names of its icon components as titles, so the names must survive minification.
    rolldownOptions: { output: { keepNames: true } },
  },
})
