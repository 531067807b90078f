/** Converts the components of a bundle. In Skladno, components can only be products and variants, each at most once. */
import {
  type Decimal,
  formatDecimal,
  isWithin,
  plus,
  readDecimal,
  rounded,
  unitsOfThousandths,
  ZERO,
} from './decimals.ts'
import { type Draft, nameIn, type Reference, report } from './plan.ts'
import type { ReadCollection } from './read-row.ts'
import { plainValue, type SourceRow, sourceIdOf, sourceRowOf, typeOf } from './source-values.ts'
import { fitList } from './texts.ts'
import { wordsOfValue } from './words-of-values.ts'

const STOCKED: ReadonlySet<string> = new Set(['product', 'variant'])

export interface PlannedComponent {
  readonly productId: Reference
  readonly quantity: number
}

/** Returns a bundle's components. The list is empty if the bundle is refused or contains only services. */
export function componentsOf(draft: Draft, components: ReadCollection<SourceRow> | undefined): PlannedComponent[] {
  const { rows, isWhole } = components ?? { rows: [], isWhole: false }
  if (!isWhole) report(draft, 'truncated_collection', { field: 'components' })
  else if (rows.length === 0) report(draft, 'bundle_without_components', { field: 'components' })
  const quantities = new Map<string, Decimal>()
  const services: string[] = []
  for (const [position, component] of rows.entries()) {
    const found = stockedIn(component)
    const quantity = readDecimal(component.quantity)
    const told = `${nameIn(draft, component.assortment)} × ${wordsOfValue(component.quantity, draft.names)}`
    if (typeOf(component.assortment) === 'service') services.push(told)
    else if (found === null || quantity === null) {
      draft.whole[`components: ${position + 1}`] = plainValue(component, draft.names)
      report(draft, 'component_unsupported', { field: 'components', value: told })
    } else {
      const before = quantities.get(found)
      if (before !== undefined) report(draft, 'repeat_left_out', { field: 'components', value: told })
      quantities.set(found, plus(before ?? ZERO, quantity))
    }
  }
  noteServices(draft, services, quantities.size)
  return fitList(
    draft,
    'components',
    [...quantities].flatMap(([id, quantity]) => componentOf(draft, id, quantity)),
  )
}

function noteServices(draft: Draft, services: readonly string[], others: number): void {
  if (services.length === 0) return
  draft.whole.components = services
  if (others === 0) report(draft, 'bundle_of_services', { field: 'kind', value: services.join(', ') })
  else report(draft, 'component_service', { field: 'components', value: services.join(', ') })
}

/**
 * Returns the id of a component's product or variant, or null when the component is of another kind. A consignment
 * counts as its product.
 */
function stockedIn({ assortment }: SourceRow): string | null {
  const stocked = typeOf(assortment) === 'consignment' ? sourceRowOf(assortment).assortment : assortment
  const id = sourceIdOf(stocked)
  return STOCKED.has(typeOf(stocked)) && id !== '' ? id : null
}

function componentOf(draft: Draft, id: string, quantity: Decimal): PlannedComponent[] {
  const units = unitsOfThousandths(rounded(quantity, 3))
  const told = `${draft.names.get(id) ?? id} × ${formatDecimal(quantity)}`
  if (units === null || units === 0) report(draft, 'component_unsupported', { field: 'components', value: told })
  if (units === null) return []
  if (!isWithin(quantity, 3)) report(draft, 'quantity_rounded', { field: 'components', value: told })
  const name = draft.names.get(id)
  const productId: Reference = { reference: 'product', externalId: id, ...(name === undefined ? {} : { name }) }
  return [{ productId, quantity: units }]
}
