/** How the app looks, as far as components know it; the colours are in theme.css, so that no style is written into a page. */
import { createTheme, Drawer, Modal } from '@mantine/core'

const DIALOG = { lockScroll: false, transitionProps: { duration: 120 } }

export const theme = createTheme({
  primaryColor: 'blue',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Locking the scroll writes a style into the page, which the Content-Security-Policy refuses; theme.css does it.
    // Its head is no head of the page.
    Modal: Modal.extend({ defaultProps: { ...DIALOG, attributes: { header: { role: 'presentation' } } } }),
    Drawer: Drawer.extend({ defaultProps: { ...DIALOG, attributes: { header: { role: 'presentation' } } } }),
  },
})
