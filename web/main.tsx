/** Starts the app: loads the styles and the texts, then shows the first screen. */
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MissingPartContext } from './components/lazy-part.tsx'
import { ToastPlace } from './components/toast.tsx'
import { cache } from './data/cache.ts'
import { FigureWords } from './parts/figure-words-place.tsx'
import { MissingPart } from './parts/missing-part.tsx'
import { router } from './routes.tsx'
import { theme } from './theme.ts'
import { startWords } from './words/words.ts'

await startWords()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    {/* Mantine does not write its CSS variables into the page: they are in theme.css, because the
        Content-Security-Policy forbids inline styles. */}
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={cache}>
        <ToastPlace />
        <MissingPartContext value={MissingPart}>
          <FigureWords>
            <RouterProvider router={router} />
          </FigureWords>
        </MissingPartContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
