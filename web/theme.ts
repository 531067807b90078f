/**
 * The look of the app as far as components define it; colours are in theme.css, so that no inline styles are needed.
 */
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
    // Mantine's scroll lock writes an inline style, which the Content-Security-Policy refuses, so theme.css locks the
    // scroll. A dialog's header is not the page's header. The components are given by name rather than with `extend`,
    // because the first screen has no dialog and must not load their code.
    Modal: { defaultProps: DIALOG },
    Drawer: { defaultProps: DIALOG },
    // A menu contains nothing but its items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
})
