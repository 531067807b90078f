/**
 * The row of links in a section. It leads to the section's own lists, and to the lists of kinds of records defined for
 * it.
 */
import { Outlet } from '@tanstack/react-router'
import { useMay } from '../../data/session.ts'
import { type Place, Places } from '../../parts/places.tsx'
import { useWords } from '../../words/words.ts'
import { RECORDS, recordsIn, sayOfRecords } from './all.ts'
import { own, type RecordPlace } from './spec.ts'

/** Returns the lists that this user may see, in one section or, without `place`, in all of them. */
export function useRecordPlaces(place?: RecordPlace): Place[] {
  useWords('core')
  const may = useMay()
  return (place === undefined ? RECORDS : recordsIn(place))
    .filter((spec) => may(spec.may ?? 'everyone'))
    .map((spec) => ({ path: spec.path, label: sayOfRecords(spec)(own('many')) }))
}

interface RecordPlacesProps {
  readonly place: Exclude<RecordPlace, 'settings'>
  /** The section's own lists. Their links come before the others. */
  readonly places?: readonly Place[]
}

export function RecordPlaces({ place, places = [] }: RecordPlacesProps) {
  const core = useWords('core')
  const all = [...places, ...useRecordPlaces(place)]
  return all.length > 1 ? <Places label={core(place)} places={all} /> : <Outlet />
}

interface SectionPlacesProps {
  readonly place: 'orders' | 'products' | 'stock'
  /** Further lists of the section that have pages of their own. */
  readonly more?: readonly Place[]
}

/** The row of links in a section that has its own list at the section's address. */
function SectionPlaces({ place, more = [] }: SectionPlacesProps) {
  const core = useWords('core')
  return <RecordPlaces place={place} places={[{ path: `/${place}`, label: core(place) }, ...more]} />
}

export function OrderPlaces() {
  const core = useWords('core')
  return <SectionPlaces place="orders" more={[{ path: '/orders/returns', label: core('returns') }]} />
}
export const ProductPlaces = () => <SectionPlaces place="products" />
export const StockPlaces = () => <SectionPlaces place="stock" />
