/** The filters of the stock lists. */
import { useAddress } from '../../data/address.ts'
import { ChoiceFilter, DayFilters, WarehouseFilter } from '../../parts/list-filters.tsx'
import { PartnerFilter } from '../../parts/partner-filter.tsx'
import { ProductFilter } from '../../parts/product-filter.tsx'
import { useWords } from '../../words/words.ts'
import type { View } from './queries.ts'

const MOVEMENT_TYPES = [
  'receipt',
  'shipment',
  'customer_return',
  'transfer',
  'writeoff',
  'return',
  'surplus',
  'reversal',
] as const

/** The values of the filter by type for transfers into and out of the chosen warehouse. */
const DIRECTED_TRANSFERS = ['transferIn', 'transferOut'] as const
/** The values of the filter by type that only reports use: what was lost or found, and reversals by direction. */
const OF_REPORTS = ['lost', 'reversalIn', 'reversalOut'] as const

export const CLEARED = {
  q: undefined,
  product: undefined,
  warehouse: undefined,
  there: undefined,
  supplier: undefined,
  type: undefined,
  reason: undefined,
  from: undefined,
  to: undefined,
}

/** The names of all filters in the page address, except the search. */
export const STOCK_FILTERS = Object.keys(CLEARED).filter((name) => name !== 'q')

export function StockFilters({ view }: { readonly view: View }) {
  return (
    <>
      <ProductFilter />
      <WarehouseFilter />
      {view === 'rows' && <PresenceFilter />}
      {view === 'lots' && <LotFilters />}
      {view === 'movements' && <TypeFilter />}
      {view === 'movements' && <ReasonFilter />}
      {view !== 'rows' && <DayFilters />}
    </>
  )
}

function PresenceFilter() {
  const say = useWords('stock')
  const choices = [
    { value: '', label: say('allRows') },
    { value: 'yes', label: say('inStock') },
    { value: 'no', label: say('outOfStock') },
  ]
  return <ChoiceFilter name="there" label={say('presence')} choices={choices} />
}

function LotFilters() {
  const say = useWords('stock')
  const choices = [
    { value: '', label: say('openLots') },
    { value: 'no', label: say('closedLots') },
    { value: 'all', label: say('allLots') },
  ]
  return (
    <>
      <ChoiceFilter name="there" label={say('left')} choices={choices} />
      <PartnerFilter name="supplier" label={say('supplier')} />
    </>
  )
}

/**
 * The filter by reason. It is shown only if a link from a report has set it, and the user can remove it. Without such a
 * link, users find reasons with the search.
 */
function ReasonFilter() {
  const say = useWords('stock')
  const [{ reason }] = useAddress()
  if (!reason) return null
  const choices = [
    { value: '', label: say('anyReason') },
    { value: reason, label: reason },
  ]
  return <ChoiceFilter name="reason" label={say('reason')} choices={choices} />
}

function TypeFilter() {
  const say = useWords('stock')
  const [{ warehouse }] = useAddress()
  const shown = [...MOVEMENT_TYPES, ...(warehouse ? DIRECTED_TRANSFERS : []), ...OF_REPORTS]
  const types = shown.map((type) => ({ value: type, label: say(`type-${type}`) }))
  return <ChoiceFilter name="type" label={say('type')} choices={[{ value: '', label: say('allTypes') }, ...types]} />
}
