/** The menu of file formats for downloading the list or report on screen. */
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLanguage, useWords } from '../words/words.ts'
import { DownloadButton } from './download-button.tsx'

export function DownloadFormats(props: DownloadMenuProps & { readonly isOpenedAtFirst: boolean }) {
  const { hrefOf, uploadPath, isOpenedAtFirst } = props
  const core = useWords('core')
  // Pass the app's language to the server, because it may differ from the browser's.
  const language = useLanguage()
  return (
    <Menu position="bottom-end" defaultOpened={isOpenedAtFirst}>
      <Menu.Target>
        <DownloadButton />
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} component="a" href={`${hrefOf(format)}&language=${language}`} download>
            {core(`download-${format}`)}
          </Menu.Item>
        ))}
        {uploadPath && (
          <Menu.Item component={Link} to={uploadPath}>
            {core('uploadTable')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

export interface DownloadMenuProps {
  readonly hrefOf: (format: 'xlsx' | 'csv') => string
  /** The address of the page for importing this kind of table; null if there is none or the user may not use it. */
  readonly uploadPath?: string | null
}
