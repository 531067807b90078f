/** How the app is built; `tools/build-app.ts` runs it and says where to. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Of some eighty parts that are loaded when they are needed. */
const SHARED_BY_MOST = 20

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: 'public',
  plugins: [react()],
  build: {
    target: 'baseline-widely-available',
    // Whatever is inlined would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By itself each piece that the same pages share is a file: about a hundred for one page, most of them of some hundred bytes, and asking
          // for them cost a browser more than running them. What the app begins with is one file, what most pages need is another.
          // Definitions of records and reports stay out of both: the first screen needs none.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            {
              name: 'shared',
              test: /[\\/](node_modules|web[\\/](components|data))[\\/]/,
              minShareCount: SHARED_BY_MOST,
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 600,
  },
})
