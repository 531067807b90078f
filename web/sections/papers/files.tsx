/** The list of uploaded purchase documents. The user adds files here, and sees the progress and the result of each. */
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListedImportFile } from '../../../sdk/types.ts'
import type { Column } from '../../components/data-table.tsx'
import { useList } from '../../data/lists.ts'
import { useMay, useMe } from '../../data/session.ts'
import { DownloadMenu } from '../../parts/download-menu.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { dayAndTime, money } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { FileState, foundText, isWaiting, useProgress } from './file-state.tsx'
import { FileUploads, useFileInput } from './file-uploads.tsx'
import classes from './files.module.css'

const QUERY = {}

export function Files() {
  const say = useWords('files')
  const navigate = useNavigate()
  const { seesCosts } = useMe()
  const mayUpload = useMay()('storekeepers')
  const list = useList('imports', QUERY)
  useProgress(list.items.some(isWaiting))
  const { choose, inputs, buttons } = useFileInput(mayUpload)
  const open = useCallback(
    ({ id }: ListedImportFile) => void navigate({ to: '/purchasing/files/$id', params: { id } }),
    [navigate],
  )
  const columns = useMemo(() => columnsOf(say, seesCosts), [say, seesCosts])
  return (
    <FileUploads mayUpload={mayUpload}>
      <div className={classes.bar}>
        <Text component="h1" fw={600} fz={18}>
          {say('title')}
        </Text>
        <div className={classes.barEnd}>
          <DownloadMenu hrefOf={(format) => `/api/v1/procurement/imports?format=${format}`} />
          {buttons}
        </div>
        {inputs}
      </div>
      <ListTable
        label={say('list')}
        list={list}
        columns={columns}
        idOf={(row) => row.id}
        nameOf={(row) => row.fileName}
        openId={undefined}
        onOpen={open}
        hrefOf={({ id }) => `/purchasing/files/${id}`}
        filterNames={[]}
        empty={{
          title: say('emptyTitle'),
          text: say(mayUpload ? 'emptyText' : 'readOnlyText'),
          action: mayUpload ? { label: say('upload'), run: choose } : null,
        }}
      />
    </FileUploads>
  )
}

function columnsOf(say: Say<'files'>, seesCosts: boolean): Column<ListedImportFile>[] {
  const total: Column<ListedImportFile> = {
    key: 'total',
    label: say('total'),
    width: '130px',
    align: 'end',
    from: 560,
    cell: ({ extraction }) => (extraction === undefined ? '' : money(extraction.total)),
  }
  return [
    { key: 'name', label: say('name'), width: 'minmax(110px, 2fr)', cell: ({ fileName }) => fileName },
    { key: 'state', label: say('state'), width: 'minmax(150px, 2fr)', cell: (row) => <FileState file={row} /> },
    { key: 'found', label: say('found'), width: 'minmax(160px, 4fr)', from: 640, cell: (row) => foundText(row, say) },
    {
      key: 'supplier',
      label: say('supplier'),
      width: 'minmax(120px, 2fr)',
      from: 880,
      cell: ({ extraction }) => extraction?.supplier.name ?? '',
    },
    ...(seesCosts ? [total] : []),
    {
      key: 'uploadedAt',
      label: say('uploadedAt'),
      width: '150px',
      from: 760,
      cell: ({ uploadedAt }) => dayAndTime(uploadedAt),
    },
  ]
}
