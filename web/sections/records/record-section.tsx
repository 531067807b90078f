/** A screen of plain records: their list, and beside it a record or a form. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Column } from '../../components/data-table.tsx'
import { Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { type ListView, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { sayOf, useWords } from '../../words/words.ts'
import { ArchiveFilter, ChoiceFilter } from '../shell/list-filters.tsx'
import { ListHead } from '../shell/list-head.tsx'
import { ListTable } from '../shell/list-table.tsx'
import { NameCell } from '../shell/name-cell.tsx'
import { EditRecord, NewRecord } from './record-form.tsx'
import { RecordPanel } from './record-panel.tsx'
import type { AnyRecord, AnySpec, SayAny } from './spec.ts'

/** The texts of a spec; `core` has those that all share. */
export function useSpecWords({ part }: Pick<AnySpec, 'part'>): SayAny {
  useWords('core')
  return sayOf(part) as SayAny
}

/** The address says what is beside the list: `/new`, `/{id}`, `/{id}/edit`. */
export function RecordSection({ spec }: { readonly spec: AnySpec }) {
  const { id, mode } = useParams({ strict: false }) as { readonly id?: string; readonly mode?: string }
  const beside =
    id === undefined ? null : id === 'new' ? (
      <NewRecord spec={spec} />
    ) : mode === 'edit' ? (
      <EditRecord key={id} spec={spec} id={id} />
    ) : (
      <RecordPanel key={id} spec={spec} id={id} />
    )
  return <Split list={<RecordList spec={spec} openId={id} />} record={beside} />
}

/** What the address asks of the list. Without a word about it the archive is left out. */
export function recordQuery({ filters = [], sort }: AnySpec, address: Address) {
  const asked = filters.flatMap(({ name, isList }) => {
    const value = address[name]
    return value ? [[name, isList ? [value] : value] as const] : []
  })
  const { q, archived } = address
  return {
    sort: address.sort ?? sort,
    ...(q && { q }),
    ...Object.fromEntries(asked),
    ...(archived === 'all' ? {} : { archived: archived === 'only' }),
  }
}

function RecordList({ spec, openId }: { readonly spec: AnySpec; readonly openId: string | undefined }) {
  const say = useSpecWords(spec)
  const navigate = useNavigate()
  const [address] = useAddress()
  const query = useMemo(() => recordQuery(spec, address), [spec, address])
  const list = useList(spec.kind, query) as unknown as ListView<AnyRecord>
  const create = useMay()('managers') ? () => void navigate({ to: `${spec.path}/new`, search: true }) : null
  const open = useCallback(
    (row: AnyRecord) => void navigate({ to: `${spec.path}/${row.id}`, search: true }),
    [navigate, spec],
  )
  const filterNames = ['archived', ...(spec.filters ?? []).map(({ name }) => name)]
  return (
    <>
      <ListHead
        title={say(`${spec.prefix}-title`)}
        searchLabel={say(`${spec.prefix}-search`)}
        filterNames={filterNames}
        filters={<Filters spec={spec} />}
        onCreate={create}
        exported={{ kind: spec.kind, query }}
      />
      <ListTable
        name={spec.kind}
        label={say(`${spec.prefix}-title`)}
        list={list}
        columns={columnsOf(spec, say)}
        idOf={(row) => row.id}
        nameOf={(row) => spec.nameOf(row as never)}
        openId={openId}
        onOpen={open}
        sort={spec.sort}
        filterNames={filterNames}
        empty={{
          title: say(`${spec.prefix}-empty`),
          text: say(`${spec.prefix}-emptyText`),
          action: create && { label: say(`${spec.prefix}-new`), run: create },
        }}
      />
    </>
  )
}

function columnsOf({ columns }: AnySpec, say: SayAny): Column<AnyRecord>[] {
  return columns.map(({ name, width, sort, from, align, cell }, index) => {
    const show = cell as unknown as (record: AnyRecord) => ReactNode
    return {
      key: name,
      label: say(name),
      width,
      ...(sort !== undefined && { sort }),
      ...(from !== undefined && { from }),
      ...(align !== undefined && { align }),
      cell: (record) =>
        index > 0 ? show(record) : <NameCell name={show(record)} archived={record.archived === true} />,
    }
  })
}

function Filters({ spec }: { readonly spec: AnySpec }) {
  const say = useSpecWords(spec)
  return (
    <>
      {(spec.filters ?? []).map(({ name, choices }) => (
        <ChoiceFilter
          key={name}
          name={name}
          label={say(name)}
          choices={[
            { value: '', label: say(`${name}-all`) },
            ...choices.map((one) => ({ value: one, label: say(`${name}-${one}`) })),
          ]}
        />
      ))}
      <ArchiveFilter />
    </>
  )
}
