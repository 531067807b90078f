/**
 * The look of the app, as far as it is set by the props of Mantine's components. Colours are in theme.css, so that no
 * inline styles are needed.
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
    // The defaults of dialogs. Mantine's scroll lock would write an inline style, which the Content-Security-Policy
    // refuses, so theme.css locks scrolling. A dialog's header must not count as the header of the page. The components
    // are listed by name, because `extend` would load their code, although the first screen has no dialog.
    Modal: { defaultProps: DIALOG },
    Drawer: { defaultProps: DIALOG },
    // Leave out Mantine's placeholder for the initial focus, because a menu may contain only its items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
})
