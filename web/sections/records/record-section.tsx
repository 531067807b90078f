/** The screen of a kind of record: the list, with the panel of a record or a form beside it. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Column } from '../../components/data-table.tsx'
import { Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { type ListView, useList } from '../../data/lists.ts'
import { ArchiveFilter } from '../../parts/list-filters.tsx'
import { ListHead } from '../../parts/list-head.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { NameCell } from '../../parts/name-cell.tsx'
import type { SayAny } from '../../words/words.ts'
import { commandsOf, type RecordAddress, useCommands, useSpecWords } from './all.ts'
import { PlainFilters, plainColumns, plainFilters } from './plain-lists.tsx'
import { plainQuery } from './plain-query.ts'
import { EditRecord, NewRecord } from './record-form.tsx'
import { RecordPanel } from './record-panel.tsx'
import { type AnyRecord, type AnySpec, own } from './spec.ts'

/** A list with a side panel. The page address selects the panel: `/new`, `/{id}` or `/{id}/edit`. */
export function RecordSection({ spec, id, mode }: RecordAddress) {
  const { create, update } = commandsOf(spec)
  const beside =
    id === undefined ? null : id === 'new' && create !== undefined ? (
      <NewRecord spec={spec} />
    ) : mode === 'edit' && update !== undefined ? (
      <EditRecord key={id} spec={spec} id={id} />
    ) : (
      <RecordPanel key={id} spec={spec} id={id} />
    )
  return <Split list={<RecordList spec={spec} openId={id} />} record={beside} />
}

/** Turns the page address into a list request. Archived records are left out unless the address asks for them. */
function recordQuery(spec: AnySpec, address: Address) {
  const { sort, search, hasArchive } = spec
  const { q, archived } = address
  const order = sort === undefined ? undefined : (address.sort ?? sort)
  return {
    ...(order !== undefined && { sort: order }),
    ...(q && search !== undefined && { q }),
    ...plainQuery(spec, address),
    ...(hasArchive && archived !== 'all' && { archived: archived === 'only' }),
  }
}

function RecordList({ spec, openId }: { readonly spec: AnySpec; readonly openId: string | undefined }) {
  const say = useSpecWords(spec)
  const navigate = useNavigate()
  const [address] = useAddress()
  const query = useMemo(() => recordQuery(spec, address), [spec, address])
  const list = useList(spec.kind, query) as unknown as ListView<AnyRecord>
  const mayCreate = useCommands(spec).create !== undefined
  const create = mayCreate ? () => void navigate({ to: `${spec.path}/new`, search: true }) : null
  const open = useCallback(
    (row: AnyRecord) => void navigate({ to: `${spec.path}/${row.id}`, search: true }),
    [navigate, spec],
  )
  const filterNames = [...(spec.hasArchive ? ['archived'] : []), ...plainFilters(spec)]
  return (
    <>
      <ListHead
        title={say(own('many'))}
        searchLabel={spec.search === undefined ? null : say(own('search'))}
        filterNames={filterNames}
        filters={
          filterNames.length > 0 && (
            <>
              <PlainFilters spec={spec} />
              {spec.hasArchive && <ArchiveFilter />}
            </>
          )
        }
        onCreate={create}
        exported={{ kind: spec.kind, query }}
      />
      <ListTable
        name={spec.kind}
        label={say(own('many'))}
        list={list}
        columns={columnsOf(spec, say)}
        idOf={(row) => row.id}
        nameOf={(row) => spec.nameOf(row as never, say)}
        openId={openId}
        onOpen={open}
        hrefOf={({ id }) => `${spec.path}/${id}`}
        {...(spec.sort !== undefined && { sort: spec.sort })}
        filterNames={filterNames}
        empty={{
          title: say(own('empty')),
          text: say(own('emptyText')),
          action: create && { label: say(own('new')), run: create },
        }}
      />
    </>
  )
}

function columnsOf(spec: AnySpec, say: SayAny): Column<AnyRecord>[] {
  const [first, ...rest] = plainColumns<AnyRecord>(spec, say)
  const cell = (record: AnyRecord) => <NameCell name={first!.cell(record)} archived={record.archived === true} />
  return [{ ...first!, cell }, ...rest]
}
