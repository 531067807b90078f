/**
 * Decides which lists are read from MoySklad and in which order. First comes one page of each list, usually the longest
 * lists first, so that the total time is known early. Then come the remaining pages, and finally records that changed
 * in MoySklad while the import was reading.
 */
import { customEntityOf } from '../mapping/custom-fields.ts'
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import { inSourceTime } from '../mapping/moscow-time.ts'
import { sourceIdOf, sourceRowOf, sourceText } from '../mapping/source-values.ts'
import { isId, limitOf, type SourceList } from '../pages.ts'
import { parseSource } from '../source-json.ts'
import type { Checkpoint, ReadKind, ReadStep } from './checkpoint.ts'
import type { JobOptions } from './job.ts'

type SourceEntity = keyof typeof SOURCE_ENTITIES

/** The entities to read, each with the option that includes it, usually the longest lists first. */
const ENTITIES: readonly (readonly [SourceEntity, keyof JobOptions])[] = [
  ['partner', 'partners'],
  ['product', 'products'],
  ['receipt', 'purchases'],
  ['purchase_order', 'purchases'],
  ['supplier_invoice', 'purchases'],
  ['bundle', 'products'],
  ['variant', 'products'],
  ['service', 'products'],
  ['warehouse', 'warehouses'],
  ['organization', 'organizations'],
]
const DOCUMENTS: readonly SourceEntity[] = ['receipt', 'purchase_order', 'supplier_invoice']
/**
 * Entities with a minimum stock per warehouse, which MoySklad returns only on request. Source:
 * `product-list-minimumstock.json` of its documentation.
 */
const WITH_MINIMUM_STOCK: readonly SourceEntity[] = ['product', 'variant']
/**
 * Entities whose attributes are read, each with the option that includes it. The attributes of products also apply to
 * services and bundles.
 */
const WITH_ATTRIBUTES: readonly (readonly [string, keyof JobOptions])[] = [
  ['product', 'products'],
  ['counterparty', 'partners'],
  ['purchaseorder', 'purchases'],
  ['invoicein', 'purchases'],
  ['supply', 'purchases'],
]
/**
 * How long before reading began a record may have changed to be read again. This covers differences between clocks, and
 * MoySklad's delay before it lists a change.
 */
const LATE_MARGIN_MS = 600_000
/** The maximum number of times that a list whose size keeps changing is read. */
const MAX_READINGS = 2

const PLAIN = { expand: [], withArchived: false, sorted: false }

function stepOf(list: string, kind: ReadKind, source: SourceList): ReadStep {
  const nothing = { offset: 0, size: null, rows: 0, pages: 0, extraRequests: 0, unreadable: 0, troubles: {} }
  return { list, kind, source, ...nothing, isUnsteady: false, readings: 1, skipped: null }
}

/**
 * Returns the reading steps for the chosen options. The lists of values for attributes are added later, when the
 * attributes are known.
 */
export function stepsFor(options: JobOptions): ReadStep[] {
  const entities = ENTITIES.filter(([, option]) => options[option]).map(([type]) => {
    const { entity, expand } = SOURCE_ENTITIES[type]
    const withArchived = !DOCUMENTS.includes(type)
    const field = WITH_MINIMUM_STOCK.includes(type) ? { field: 'minimumStock' } : {}
    return stepOf(entity, 'entity', { path: `/entity/${entity}`, expand, withArchived, sorted: true, ...field })
  })
  const attributes = WITH_ATTRIBUTES.filter(([, option]) => options[option]).map(([entity]) =>
    stepOf(`attributes:${entity}`, 'settings', { ...PLAIN, path: `/entity/${entity}/metadata/attributes` }),
  )
  const settings = [
    stepOf('currency', 'settings', { ...PLAIN, path: '/entity/currency', withArchived: true }),
    stepOf('country', 'settings', { ...PLAIN, path: '/entity/country' }),
    stepOf('rights', 'rights', { ...PLAIN, path: '/context/employee' }),
    ...(options.products ? [stepOf('uom', 'settings', { ...PLAIN, path: '/entity/uom' })] : []),
    ...(options.products || options.partners
      ? [stepOf('pricetype', 'array', { ...PLAIN, path: '/context/companysettings/pricetype' })]
      : []),
  ]
  return [...entities, ...attributes, ...settings]
}

/** Returns the next step, or null when all lists have been read. */
export function nextStep(steps: readonly ReadStep[]): ReadStep | null {
  return (
    steps.find(({ size, offset }) => size === null && offset !== null) ??
    steps.find(({ offset }) => offset !== null) ??
    null
  )
}

/**
 * Returns the steps to continue with when all other steps are finished: lists that must be read again, and late
 * changes. Returns null when reading is complete.
 */
export function furtherSteps({ steps, since }: Pick<Checkpoint, 'steps' | 'since'>): ReadStep[] | null {
  const isAgain = (step: ReadStep) => step.isUnsteady && step.readings < MAX_READINGS
  if (steps.some(isAgain))
    return steps.map((step) =>
      isAgain(step)
        ? { ...step, offset: 0, size: null, isUnsteady: false, unreadable: 0, readings: step.readings + 1 }
        : step,
    )
  if (steps.some(({ kind }) => kind === 'late')) return null
  const updatedSince = inSourceTime(since! - LATE_MARGIN_MS)
  const late = steps
    .filter(({ kind, skipped }) => kind === 'entity' && skipped === null)
    .map(({ list, source }) => stepOf(list, 'late', { ...source, updatedSince }))
  return late.length === 0 ? null : [...steps, ...late]
}

/** Returns steps that read the values for the attributes on a page, except for lists that already have a step. */
export function optionSteps(steps: readonly ReadStep[], texts: readonly string[]): ReadStep[] {
  const found = new Set<string>()
  for (const text of texts) {
    const row = sourceRowOf(parseSource(text))
    const id = customEntityOf(row)
    if (sourceText(row.type) === 'customentity' && isId(id)) found.add(id)
  }
  return [...found]
    .filter((id) => !steps.some(({ list }) => list === `customentity:${id}`))
    .map((id) => stepOf(`customentity:${id}`, 'settings', { ...PLAIN, path: `/entity/customentity/${id}` }))
}

/**
 * Entities that are not transferred but that documents and partners refer to. Only their names are read, and only if
 * some row refers to such an entity.
 */
const NAMED: Readonly<Record<string, string>> = {
  project: '/entity/project',
  contract: '/entity/contract',
  salesChannel: '/entity/saleschannel',
  bonusProgram: '/entity/bonusprogram',
}

/**
 * Returns steps that read the names of records that rows refer to only by id, except for lists that already have a
 * step.
 */
export function nameSteps(
  steps: readonly ReadStep[],
  entity: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): ReadStep[] {
  const has = (field: string) => rows.some((row) => isNameless(row[field]))
  const states = has('state')
    ? [stepOf(`names:state:${entity}`, 'names', { ...PLAIN, path: `/entity/${entity}/metadata` })]
    : []
  const others = Object.entries(NAMED)
    .filter(([field]) => has(field))
    .map(([field, path]) => stepOf(`names:${field}`, 'names', { ...PLAIN, path, withArchived: true }))
  return [...states, ...others].filter(({ list }) => !steps.some((step) => step.list === list))
}

const isNameless = (reference: unknown) =>
  sourceIdOf(reference) !== '' && sourceText(sourceRowOf(reference).name) === ''

/**
 * Returns how many requests are still needed, as far as the lists' sizes are known. A list without any page read so far
 * counts as one page.
 */
export function requestsLeft({ steps, stage }: Pick<Checkpoint, 'steps' | 'stage'>): number {
  if (stage !== 'reading') return 0
  // Documents and bundles with long nested lists need additional requests. The number per page is assumed to stay as it
  // has been for this list so far.
  const requestsFor = ({ pages, extraRequests }: ReadStep, count: number) =>
    count * (1 + extraRequests / Math.max(1, pages))
  const ahead = steps.map((step) => {
    const { offset, size, source } = step
    if (offset === null) return 0
    return size === null ? 1 : requestsFor(step, Math.max(1, Math.ceil((size - offset) / limitOf(source))))
  })
  const isLateAhead = !steps.some(({ kind }) => kind === 'late')
  const late = isLateAhead ? steps.filter(({ kind, skipped }) => kind === 'entity' && skipped === null).length : 0
  const again = steps.filter(({ isUnsteady, readings }) => isUnsteady && readings < MAX_READINGS)
  const repeated = again.map((step) => requestsFor(step, Math.ceil((step.size ?? 1) / limitOf(step.source))))
  return Math.round([...ahead, ...repeated].reduce((sum, count) => sum + count, late))
}
