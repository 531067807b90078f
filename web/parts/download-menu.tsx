/** Downloads the list or report on screen as a file. The menu's code is loaded shortly after the first screen. */
import { afterFirstScreen } from '../components/after-first-screen.tsx'
import { DownloadButton } from './download-button.tsx'
import type { DownloadMenuProps } from './download-formats.tsx'

export const DownloadMenu = afterFirstScreen<DownloadMenuProps>({
  load: async () => (await import('./download-formats.tsx')).DownloadFormats,
  standIn: (_props, press) => <DownloadButton onClick={press} />,
})
