/** A list as a file: the first screen does without it. */
import { Menu } from '@mantine/core'
import { KINDS, type Kind, type ListQuery } from '../../data/kinds.ts'
import { useWords } from '../../words/words.ts'
import { ExportButton, type Exported } from './export-button.tsx'

/** The whole list, as it is narrowed and sorted. */
export function ExportMenu({ kind, query, isOpenedAtFirst }: Exported & { readonly isOpenedAtFirst: boolean }) {
  const core = useWords('core')
  return (
    <Menu position="bottom-end" defaultOpened={isOpenedAtFirst}>
      <Menu.Target>
        <ExportButton />
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} component="a" href={hrefOf(kind, { ...query, format })} download>
            {core(`download-${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function hrefOf(kind: Kind, query: ListQuery): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)] as [string, string]),
  )
  return `/api/v1/${KINDS[kind].path}?${new URLSearchParams(entries)}`
}
