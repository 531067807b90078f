/**
 * Products as a spreadsheet. The user can edit prices, minimum stock and filter values, and archive products, many at
 * once, by typing or pasting.
 */
import { Alert, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Product, UpdateProductBody } from '../../../sdk/types.ts'
import type { Edits } from '../../components/cell-edits.ts'
import { ColumnsMenu } from '../../components/columns-menu.tsx'
import { Grid } from '../../components/grid.tsx'
import { type GridColumn, hasProblem } from '../../components/grid-cells.ts'
import { useGridEdits } from '../../components/grid-edits.ts'
import type { GridHandle } from '../../components/grid-props.ts'
import { Empty } from '../../components/notices.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { dropDraft, newDraft, readDraft, writeDraft } from '../../data/drafts.ts'
import { areTexts, useKept } from '../../data/kept.ts'
import { useAll, useRecords, useStillList } from '../../data/lists.ts'
import { type Many, useForgetting, useMany } from '../../data/many.ts'
import { useMay, useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { useGridWords } from '../../parts/grid-words.ts'
import { useKeptWord } from '../../parts/kept-word.ts'
import { ListHead } from '../../parts/list-head.tsx'
import shell from '../../parts/parts.module.css'
import { SaveBar } from '../../parts/save-bar.tsx'
import { useWords } from '../../words/words.ts'
import { productBody, productColumns, productProblem } from './product-columns.ts'
import { FILTERS, ProductFilters, productQuery } from './products.tsx'

const PAGE_SIZE = 1_000
const MAX_ROWS = 10_000
/** The most changed rows that are loaded one by one because the loaded part of the list does not contain them. */
const MAX_HIDDEN = 200
const DRAFT = 'products/grid'
const HIDDEN_FIRST = ['cost']

export function ProductGrid() {
  const say = useWords('products')
  const grid = useWords('grid')
  const core = useWords('core')
  const navigate = useNavigate()
  const sheet = useSheet()
  const { rows, list, columns, all, hidden, setHidden, edits, many, problems } = sheet
  const handle = useRef<GridHandle>(null)
  const { good, bad, unseen } = useCounts(sheet)
  useKeptWord(Object.keys(edits.now).length, '/products/grid')
  const back = () => void navigate({ to: '/products', search: true })
  const toProblem = () => {
    const row = rows.findIndex(({ id }) => bad.has(id) || problems.has(id))
    if (row === -1) return
    const wrong = columns.findIndex(({ key }) => sheet.isWrong(rows[row]!, key))
    handle.current?.goTo(row, Math.max(0, wrong))
  }
  return (
    <div className={shell.page}>
      <ListHead
        title={say('grid')}
        searchLabel={say('searchLabel')}
        filterNames={FILTERS}
        filters={<ProductFilters isWithoutWarehouse />}
        view={<ColumnsMenu label={core('columns')} columns={all.slice(1)} hidden={hidden} onChange={setHidden} />}
        action={
          <Button size="sm" variant="default" onClick={back}>
            {say('asList')}
          </Button>
        }
      />
      {list.hasMore && rows.length >= MAX_ROWS && (
        <Alert variant="light" color="gray" p="xs" mx="md" mb="xs">
          {grid('onlyFirst', { count: MAX_ROWS })}
        </Alert>
      )}
      <Grid
        handle={handle}
        words={useGridWords(say('grid'))}
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        edits={edits}
        isPending={list.isPending}
        isLocked={(id) => many.waiting.has(id)}
        problems={problems}
        {...sheet.scans}
        onPasted={(left) => left > 0 && toast(grid('noRoom', { count: left }))}
      >
        {list.error === null ? (
          <Nothing />
        ) : (
          <Failure error={list.error} title={core('notLoaded')} onRetry={list.retry} />
        )}
      </Grid>
      {sheet.isEditable && (
        <SaveBar
          many={many as unknown as Many<never>}
          edits={edits}
          good={good.length}
          bad={bad.size + problems.size}
          hidden={unseen}
          onSave={() => many.start(sheet.bodiesOf(good))}
          onProblem={toProblem}
        />
      )}
    </div>
  )
}

const NARROWING = ['q', 'kind', 'value', 'archived']

/** Shown when there are no products, or when none matches the filters. */
function Nothing() {
  const say = useWords('products')
  const core = useWords('core')
  const [address, change] = useAddress()
  const navigate = useNavigate()
  const mayCreate = useMay()('managers')
  const clear = () => change(Object.fromEntries(NARROWING.map((name) => [name, undefined])))
  if (NARROWING.some((name) => address[name]))
    return (
      <Empty title={core('nothingFound')} text={core('nothingFoundText')}>
        <Button variant="default" onClick={clear}>
          {core('clearFilters')}
        </Button>
      </Empty>
    )
  return (
    <Empty title={say('emptyTitle')} text={say('emptyText')}>
      {mayCreate && <Button onClick={() => void navigate({ to: '/products/new' })}>{say('new')}</Button>}
    </Empty>
  )
}

type Sheet = ReturnType<typeof useSheet>

/** A hook that manages the rows of the grid with the values typed there, and saves them. */
function useSheet() {
  const grid = useWords('grid')
  const lines = useWords('lines')
  const [address] = useAddress()
  const query = useMemo(() => ({ ...productQuery(address), limit: PAGE_SIZE }), [address])
  const list = useStillList('products', query)
  const { items, hasMore, readMore } = list
  useEffect(() => {
    if (hasMore && items.length < MAX_ROWS) readMore()
  }, [hasMore, items.length, readMore])
  const { all, columns, hidden, setHidden, filters, isEditable } = useColumns()
  const keep = useCallback((now: Edits) => {
    if (Object.keys(now).length === 0) dropDraft(DRAFT)
    else writeDraft(DRAFT, newDraft(now))
  }, [])
  const edits = useGridEdits(() => readDraft<Edits>(DRAFT)?.values ?? {}, keep)
  // The commands that undo archiving and unarchiving, by product id.
  const moved = useRef(new Map<string, UpdateProductBody>())
  const many = useMany<UpdateProductBody, Product>({
    name: `${DRAFT}/sending`,
    send: (id, body, sending) => client.products.update(id, body, sending),
    onDone: (results) => {
      for (const [id, { name, archived }] of results)
        if (edits.now[id]?.archived !== undefined) moved.current.set(id, { name, archived: !archived })
      edits.settle([...results.keys()])
    },
    onEnd: (count) => {
      const back = moved.current
      moved.current = new Map()
      const undo = back.size === 0 ? undefined : { label: grid('undoArchive'), run: () => many.start(back) }
      toast(grid('saved', { count }), undo)
    },
  })
  const known = useKnown(items, edits.now)
  const { refused } = many
  useForgetting(edits.now, many)
  const keys = useMemo(() => all.map(({ key }) => key), [all])
  const problems = useMemo(
    () => new Map([...refused].map(([id, why]) => [id, productProblem(why, keys)])),
    [refused, keys],
  )
  const isWrong = (row: Product, key: string) =>
    problems.get(row.id)?.cells[key] !== undefined ||
    hasProblem(
      all.filter((one) => one.key === key),
      row,
      edits.now[row.id],
    )
  const bodiesOf = (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, productBody(known.get(id)!, edits.now[id]!, filters)]))
  const scans = {
    onCode: (code: string) => toast(grid('scanNoCell', { code })),
    onTail: () => toast(lines('tailScanned')),
  }
  const more = { scans, edits, many, problems, known, isWrong, bodiesOf, isEditable }
  return { rows: items, list, columns, all, hidden, setHidden, ...more }
}

/** Returns all columns that can be shown, and the visible ones. Users who may not change products cannot edit them. */
function useColumns() {
  const say = useWords('products')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const isEditable = useMay()('managers')
  const { record: priceTypes } = useAll('priceTypes')
  const { record: filters } = useAll('filters')
  const [hidden, setHidden] = useKept<readonly string[]>('columns.products.grid', HIDDEN_FIRST, areTexts)
  const all = useMemo(() => {
    const made = productColumns({ say, core, priceTypes: priceTypes ?? [], filters: filters ?? [], seesCosts })
    return isEditable ? made : made.map(({ read: _read, ...column }): GridColumn<Product> => column)
  }, [say, core, priceTypes, filters, seesCosts, isEditable])
  const columns = useMemo(() => all.filter(({ key }) => !hidden.includes(key)), [all, hidden])
  return { all, columns, hidden, setHidden, filters: filters ?? [], isEditable }
}

/** Returns all visible products and all changed products, by id. A changed product may be hidden by the filters. */
function useKnown(items: readonly Product[], edits: Edits): ReadonlyMap<string, Product> {
  const listed = useMemo(() => new Map(items.map((row) => [row.id, row])), [items])
  const wanted = useMemo(
    () =>
      Object.keys(edits)
        .filter((id) => !listed.has(id))
        .slice(0, MAX_HIDDEN),
    [edits, listed],
  )
  const others = useRecords('products', wanted)
  return useMemo(() => (others.size === 0 ? listed : new Map([...listed, ...others])), [listed, others])
}

/** Returns how many changed rows can be saved and how many cannot. */
function useCounts({ edits, known, all, rows, problems, many }: Sheet) {
  const { now } = edits
  // Remembers for each row whether it is valid. The key is the object with the typed values of the row. Every change
  // replaces that object, so a change in one row does not cause thousands of other rows to be checked again.
  const looked = useMemo(() => new WeakMap<object, boolean>(), [all])
  return useMemo(() => {
    const isBad = (id: string) => {
      const typed = now[id]!
      if (!looked.has(typed)) looked.set(typed, hasProblem(all, known.get(id)!, typed))
      return looked.get(typed)!
    }
    const shown = new Set(rows.map(({ id }) => id))
    const changed = Object.keys(now).filter((id) => known.has(id))
    const bad = new Set(changed.filter(isBad))
    const good = changed.filter((id) => !bad.has(id) && !problems.has(id) && !many.waiting.has(id))
    return { good, bad, unseen: Object.keys(now).filter((id) => !shown.has(id)).length }
  }, [now, known, all, rows, problems, many.waiting, looked])
}
