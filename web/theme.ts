/** How the app looks, as far as components know it; the colours are in theme.css, so that no style is written into a page. */
import { createTheme } from '@mantine/core'

const DIALOG = {
  lockScroll: false,
  transitionProps: { duration: 120 },
  attributes: { header: { role: 'presentation' } },
}

export const theme = createTheme({
  primaryColor: 'blue',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Locking the scroll writes a style into the page, which the Content-Security-Policy refuses; theme.css does it.
    // Its head is no head of the page.
    // Named, and not extended: the first screen has no dialog, and their code is not loaded for it.
    Modal: { defaultProps: DIALOG },
    Drawer: { defaultProps: DIALOG },
    // In a menu there is nothing but its items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
})
