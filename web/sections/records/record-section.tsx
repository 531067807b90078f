/** A screen of plain records: their list, and beside it a record or a form. */
import { Badge, Button, NativeSelect } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { IconPlus } from '../../components/icons.ts'
import { ListBar } from '../../components/list-bar.tsx'
import { Empty } from '../../components/notices.tsx'
import { useShortcuts } from '../../components/shortcuts.ts'
import { Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { type ListView, useList } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { sayOf, useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { useTableWords } from '../shell/table-words.ts'
import { EditRecord, NewRecord } from './record-form.tsx'
import { RecordPanel } from './record-panel.tsx'
import classes from './records.module.css'
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
  const core = useWords('core')
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const query = useMemo(() => recordQuery(spec, address), [spec, address])
  const list = useList(spec.kind, query) as unknown as ListView<AnyRecord>
  const words = useTableWords(say(`${spec.prefix}-title`))
  const canCreate = useMay()('managers')
  const create = () => void navigate({ to: `${spec.path}/new`, search: true })
  useShortcuts(canCreate ? { c: create } : {})
  const open = useCallback(
    (row: AnyRecord) => void navigate({ to: `${spec.path}/${row.id}`, search: true }),
    [navigate, spec],
  )
  const columns = columnsOf(spec, say, core('archived'))
  const names = ['q', 'archived', ...(spec.filters ?? []).map(({ name }) => name)]
  const isFiltered = names.some((name) => address[name])
  return (
    <>
      <ListBar
        title={say(`${spec.prefix}-title`)}
        searchLabel={say(`${spec.prefix}-search`)}
        clearLabel={core('clearSearch')}
        q={address.q ?? ''}
        onSearch={(q) => change({ q: q === '' ? undefined : q })}
        filtersLabel={core('filters')}
        filterCount={names.filter((name) => name !== 'q' && address[name]).length}
        filters={<Filters spec={spec} address={address} change={change} />}
        action={canCreate && <CreateButton label={core('create')} onClick={create} />}
      />
      <DataTable
        words={words}
        rows={list.items}
        columns={columns}
        idOf={(row) => row.id}
        nameOf={(row) => spec.nameOf(row as never)}
        isPending={list.isPending}
        hasMore={list.hasMore}
        onMore={list.readMore}
        openId={openId}
        onOpen={open}
        sort={query.sort}
        onSort={(sort) => change({ sort: sort === spec.sort ? undefined : sort })}
      >
        {list.error !== null ? (
          <Failure error={list.error} title={core('notLoaded')} onRetry={list.retry} />
        ) : isFiltered ? (
          <Empty title={core('nothingFound')}>
            <Button
              variant="default"
              onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
            >
              {core('clearFilters')}
            </Button>
          </Empty>
        ) : (
          <Empty title={say(`${spec.prefix}-empty`)} text={say(`${spec.prefix}-emptyText`)}>
            {canCreate && <Button onClick={create}>{say(`${spec.prefix}-new`)}</Button>}
          </Empty>
        )}
      </DataTable>
    </>
  )
}

function CreateButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick} title="c">
      {label}
    </Button>
  )
}

function columnsOf({ columns }: AnySpec, say: SayAny, archived: string): Column<AnyRecord>[] {
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
        index > 0 ? (
          show(record)
        ) : (
          <span className={classes.name}>
            <span className={classes.nameText}>{show(record)}</span>
            {record.archived && (
              <Badge size="sm" variant="light" color="yellow" tt="none">
                {archived}
              </Badge>
            )}
          </span>
        ),
    }
  })
}

interface FiltersProps {
  readonly spec: AnySpec
  readonly address: Address
  readonly change: (parts: Address) => void
}

function Filters({ spec, address, change }: FiltersProps) {
  const say = useSpecWords(spec)
  const core = useWords('core')
  return (
    <>
      {(spec.filters ?? []).map(({ name, choices }) => (
        <NativeSelect
          key={name}
          size="sm"
          aria-label={say(name)}
          value={address[name] ?? ''}
          data={[
            { value: '', label: say(`${name}-all`) },
            ...choices.map((one) => ({ value: one, label: say(`${name}-${one}`) })),
          ]}
          onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
      <NativeSelect
        size="sm"
        aria-label={core('archiveFilter')}
        value={address.archived ?? ''}
        data={[
          { value: '', label: core('showActive') },
          { value: 'only', label: core('showArchived') },
          { value: 'all', label: core('showAll') },
        ]}
        onChange={(event) => change({ archived: event.currentTarget.value || undefined })}
      />
    </>
  )
}
