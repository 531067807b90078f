/**
 * The form that assigns the columns of a table to fields, and has the options for its rows. It opens with the
 * assignment that the server proposes.
 */
import { Alert, Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { MapTableImportBody, TableImport, TableTarget } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { acted } from '../../data/acts.ts'
import { client } from '../../data/client.ts'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { type TableKind, takeImport, useTargets } from '../../data/table-imports.ts'
import { FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { PartnerField } from '../../parts/partner-field.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { languageNow, useLanguage, useWords } from '../../words/words.ts'
import { namesLeftOut } from './left-out.ts'
import classes from './tables.module.css'

interface ColumnsValues {
  readonly targets: readonly (string | null)[]
  readonly matchBy: string | null
  readonly create: boolean
  readonly update: boolean
  readonly createMissing: boolean
  readonly warehouseId: string
  readonly supplierId: string | null
  readonly supplier: string
  /**
   * The name of the sheet in the workbook. If the sheet or the header row changes, the server recognizes the columns
   * again.
   */
  readonly sheet: string | null
  readonly headerRow: number
}

type ColumnsCommand = CommandForm<ColumnsValues, TableImport>

const valuesOf = ({ columns, options, sheet, headerRow }: TableImport): ColumnsValues => {
  const { matchBy, create, update, createMissing, warehouseId, supplier } = options
  const common = { matchBy, create, update, createMissing, sheet, headerRow }
  const place = { warehouseId: warehouseId ?? '', supplierId: null, supplier: supplier ?? '' }
  return { targets: columns.map(({ target }) => target), ...common, ...place }
}

interface ColumnsFormProps {
  readonly one: TableImport
  readonly onDone: () => void
}

export function ColumnsForm({ one, onDone }: ColumnsFormProps) {
  const say = useWords('tables')
  const core = useWords('core')
  const { data: targets } = useTargets(one.kind)
  const form: ColumnsCommand = useCommand<ColumnsValues, TableImport>({
    name: `tables/${one.id}/${one.sheet}/${one.headerRow}`,
    initial: () => valuesOf(one),
    send: (values, { key }) => acted(client.tableImports.map(one.id, bodyOf(one, values), { key })),
    onDone: (changed) => {
      form.discard()
      takeImport(changed)
      onDone()
    },
  })
  const { values } = form
  const { record: supplier } = useRecord('partners', values.supplierId)
  if (targets === undefined) return <Skeleton height={240} role="status" aria-label={core('loading')} />
  const twice = new Set(values.targets.filter((one, at, all) => one !== null && all.indexOf(one) !== at))
  const name = supplier?.name ?? values.supplier
  const isPlaced = areNeededGiven(one.kind, { ...values, supplier: name })
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        form.change({ supplier: name })
        void form.submit()
      }}
    >
      <fieldset disabled={form.isUnanswered || form.isSending} className={classes.fieldset}>
        <Stack gap="lg">
          <FormFailure form={form} />
          <Head one={one} form={form} />
          {isOtherHead(one, values) ? (
            <Text size="sm">{say('otherHead')}</Text>
          ) : (
            <Columns one={one} form={form} targets={targets} twice={twice} />
          )}
          <Options one={one} form={form} targets={targets} />
          <Group>
            <Button type="submit" loading={form.isSending} disabled={twice.size > 0 || !isPlaced || form.isUnanswered}>
              {say('preview')}
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </Form>
  )
}

/** The kinds whose rows may all be about one warehouse, or from one supplier. */
const HAVE_WAREHOUSE = ['opening_stock', 'stock_rules'] as const
const HAVE_SUPPLIER = ['opening_stock', 'supplier_items'] as const
const hasWarehouse = (kind: TableKind): kind is (typeof HAVE_WAREHOUSE)[number] =>
  HAVE_WAREHOUSE.some((one) => one === kind)
const hasSupplier = (kind: TableKind): kind is (typeof HAVE_SUPPLIER)[number] =>
  HAVE_SUPPLIER.some((one) => one === kind)

/** The choices about rows that each kind has. */
const FLAGS = {
  products: ['create', 'update', 'createMissing'],
  partners: ['create', 'update', 'createMissing'],
  opening_stock: [],
  stock_rules: ['create', 'update'],
  supplier_items: ['create', 'update'],
} as const

/** Returns whether the warehouse and the supplier that every row needs are chosen or named by columns. */
function areNeededGiven(kind: TableKind, { targets, warehouseId, supplier }: ColumnsValues): boolean {
  if (kind === 'opening_stock') return supplier !== '' && (warehouseId !== '' || targets.includes('warehouseId'))
  return kind !== 'supplier_items' || supplier !== '' || targets.includes('supplierId')
}

const isOtherHead = (one: TableImport, { sheet, headerRow }: ColumnsValues) =>
  sheet !== one.sheet || headerRow !== one.headerRow

/**
 * Returns the request body. If the sheet or the header row was changed, the columns are not known yet, so the body
 * leaves their assignment to the server.
 */
function bodyOf(one: TableImport, values: ColumnsValues): MapTableImportBody {
  const { targets, matchBy, create, update, createMissing, warehouseId, supplier, sheet, headerRow } = values
  const place = {
    ...(hasWarehouse(one.kind) && warehouseId !== '' && { warehouseId }),
    ...(hasSupplier(one.kind) && supplier !== '' && { supplier }),
  }
  const options = { create, update, createMissing, language: languageNow(), ...place }
  if (isOtherHead(one, values))
    return { ...options, ...(sheet !== null && { sheet }), ...(headerRow !== one.headerRow && { headerRow }) }
  const columns = targets.map((target, index) => ({ index, target }))
  const isMatched = matchBy !== null && targets.includes(matchBy)
  return { ...options, columns, ...(isMatched && { matchBy }) } as MapTableImportBody
}

interface PartProps {
  readonly one: TableImport
  readonly form: ColumnsCommand
}

function Head({ one, form }: PartProps) {
  const say = useWords('tables')
  const hasComma = useLanguage() === 'ru'
  const { values, change, failure } = form
  const [typedRow, setTypedRow] = useState(String(values.headerRow))
  return (
    <div className={classes.pair}>
      {one.sheets.length > 1 && (
        <NativeSelect
          label={say('sheet')}
          value={values.sheet ?? ''}
          error={fieldFailure(failure, '/sheet')}
          data={[...one.sheets]}
          onChange={(event) => change({ sheet: event.currentTarget.value })}
        />
      )}
      <NumberField
        label={say('headerRow')}
        decimals={0}
        hasComma={hasComma}
        isPositive
        value={figureOf(typedRow) === values.headerRow ? String(values.headerRow) : typedRow}
        error={fieldFailure(failure, '/headerRow')}
        onChange={(typed) => {
          setTypedRow(typed)
          if (typed === '' || (figureOf(typed) ?? 0) > 0) change({ headerRow: figureOf(typed) ?? 1 })
        }}
      />
    </div>
  )
}

const SAMPLES = 3
const MADE = ['price', 'filter'] as const
const MAX_NAME = 100

const hasFigures = (samples: readonly unknown[]) => samples.some((sample) => /\d/.test(String(sample ?? '')))

/**
 * Returns the order in which the columns are shown. Columns without a field come first, and among them those with
 * numbers, because a price column that is left out would matter most. The order depends only on the server's proposal,
 * so that no column moves while the user edits.
 */
function inOrder({ columns }: TableImport): number[] {
  const rank = ({ target, samples }: TableImport['columns'][number]) => {
    if (target !== null || samples.length === 0) return 2
    return hasFigures(samples) ? 0 : 1
  }
  return columns
    .map((_column, at) => at)
    .sort((one, other) => rank(columns[one]!) - rank(columns[other]!) || one - other)
}

/** Lists the columns that will not be imported, so that the user notices them before the import. */
function LeftOut({ one, targets }: { readonly one: TableImport; readonly targets: readonly (string | null)[] }) {
  const say = useWords('tables')
  const names = namesLeftOut(one, targets, (number) => say('column', { number }))
  if (names.length === 0) return null
  return (
    <Alert color="yellow" variant="light" role="status" mb="sm">
      {say('leftOut', { count: names.length, names: names.join(', ') })}
    </Alert>
  )
}

interface ColumnsProps extends PartProps {
  readonly targets: readonly TableTarget[]
  readonly twice: ReadonlySet<string | null>
}

function Columns({ one, form, targets, twice }: ColumnsProps) {
  const say = useWords('tables')
  const { values, change, failure } = form
  const known = new Set(targets.map(({ target }) => target))
  /** Returns the price types and filters that the import will create for a column because they do not exist yet. */
  const madeOf = (header: string, target: string | null) => {
    if (one.kind !== 'products' || !values.createMissing) return []
    const names = new Set([header.trim(), target?.split(':').slice(1).join(':') ?? ''])
    return [...names]
      .filter((name) => name !== '' && name.length <= MAX_NAME)
      .flatMap((name) => MADE.map((prefix) => ({ value: `${prefix}:${name}`, label: say(`new-${prefix}`, { name }) })))
  }
  return (
    <section>
      <Text component="h2" fw={600} fz={16} mb="xs">
        {say('columns')}
      </Text>
      <LeftOut one={one} targets={values.targets} />
      <ul className={classes.rows}>
        {inOrder(one).map((index) => {
          const { header, samples } = one.columns[index]!
          const target = values.targets[index] ?? null
          const label = header === '' ? say('column', { number: index + 1 }) : header
          const isLost = target === null && hasFigures(samples)
          return (
            <li key={index} className={classes.column} data-lost={isLost || undefined}>
              <div className={classes.columnHead}>
                <Text fw={600}>{label}</Text>
                <span className={classes.note}>{samples.slice(0, SAMPLES).join(' · ')}</span>
              </div>
              <NativeSelect
                aria-label={say('meaning', { column: label })}
                className={classes.columnTarget ?? ''}
                value={target ?? ''}
                error={
                  target !== null && twice.has(target)
                    ? say('twice')
                    : fieldFailure(failure, `/columns/${index}/target`)
                }
                data={[
                  { value: '', label: say('leaveOut') },
                  ...targets.map((one) => ({ value: one.target, label: one.title })),
                  ...madeOf(header, target).filter(({ value }) => !known.has(value)),
                ]}
                onChange={(event) => {
                  const chosen = event.currentTarget.value || null
                  change({ targets: values.targets.map((before, at) => (at === index ? chosen : before)) })
                }}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Options({ one, form, targets }: PartProps & { readonly targets: readonly TableTarget[] }) {
  const say = useWords('tables')
  const { values, change, failure } = form
  const matching = targets.filter(({ target, canMatch }) => canMatch && values.targets.includes(target))
  return (
    <Stack gap="sm">
      {matching.length > 0 && (
        <NativeSelect
          label={say('matchBy')}
          value={matching.some(({ target }) => target === values.matchBy) ? values.matchBy! : ''}
          error={fieldFailure(failure, '/matchBy')}
          data={[
            ...(matching.some(({ target }) => target === values.matchBy)
              ? []
              : [{ value: '', label: say('matchBest') }]),
            ...matching.map(({ target, title }) => ({ value: target, label: title })),
          ]}
          onChange={(event) => change({ matchBy: event.currentTarget.value || null })}
        />
      )}
      {matching.length === 0 && <Text size="sm">{say('noMatch')}</Text>}
      <Places one={one} form={form} />
      {FLAGS[one.kind].map((name) => (
        <Checkbox
          key={name}
          label={say(`option-${name}`)}
          checked={values[name]}
          onChange={(event) => change({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  )
}

/** The warehouse and the supplier for all rows, where the kind has them. */
function Places({ one: { kind }, form: { values, change, failure } }: PartProps) {
  const say = useWords('tables')
  const setWarehouse = useCallback((warehouseId: string) => change({ warehouseId }), [change])
  const { targets, supplier } = values
  const supplierLabel = hasSupplier(kind) ? say(`supplier-${kind}`) : ''
  return (
    <>
      {hasWarehouse(kind) && (
        <WarehouseField
          label={say(`warehouse-${kind}`)}
          isOptional={kind === 'stock_rules' || targets.includes('warehouseId')}
          value={values.warehouseId}
          error={fieldFailure(failure, '/warehouseId')}
          onChange={setWarehouse}
        />
      )}
      {hasSupplier(kind) && (
        <PartnerField
          as="supplier"
          label={supplier === '' ? supplierLabel : say('supplierChosen', { label: supplierLabel, name: supplier })}
          isOptional={kind === 'supplier_items' && targets.includes('supplierId')}
          value={values.supplierId}
          error={fieldFailure(failure, '/supplier')}
          onChange={(supplierId) => change({ supplierId })}
        />
      )}
    </>
  )
}
