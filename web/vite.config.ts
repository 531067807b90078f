/** The build configuration of the app; `tools/build-app.ts` runs the build and sets the output folder. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Code that is used by at least this many parts of the app goes into the shared file. About eighty parts are loaded on
 * demand.
 */
const SHARED_BY_MOST = 20

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: 'public',
  plugins: [react()],
  build: {
    target: 'baseline-widely-available',
    // Never inline assets, because that would need a looser Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By default every combination of pages that share code gets its own file: about a hundred for one page, most
          // of them a few hundred bytes. Requesting these files took a browser longer than running them. Instead, the
          // code that starts the app is one file, and the code that most pages need is another. The definitions of
          // records and reports are in neither file, because the first screen does not need them.
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
