/** The row of links in a section: to its own lists, and to the lists of the kinds of records defined for it. */
import { Outlet } from '@tanstack/react-router'
import { useMay } from '../../data/session.ts'
import { type Place, Places } from '../../parts/places.tsx'
import { useWords } from '../../words/words.ts'
import { RECORDS, recordsIn, sayOfRecords } from './all.ts'
import { own, type RecordPlace } from './spec.ts'

/** Returns the lists that this user may see, of one section or of all. */
export function useRecordPlaces(place?: RecordPlace): Place[] {
  useWords('core')
  const may = useMay()
  return (place === undefined ? RECORDS : recordsIn(place))
    .filter((spec) => may(spec.may ?? 'everyone'))
    .map((spec) => ({ path: spec.path, label: sayOfRecords(spec)(own('many')) }))
}

interface RecordPlacesProps {
  readonly place: Exclude<RecordPlace, 'settings'>
  /** The section's own lists, which are shown before the others. */
  readonly places?: readonly Place[]
}

export function RecordPlaces({ place, places = [] }: RecordPlacesProps) {
  const core = useWords('core')
  const all = [...places, ...useRecordPlaces(place)]
  return all.length > 1 ? <Places label={core(place)} places={all} /> : <Outlet />
}

interface SectionPlacesProps {
  readonly place: 'orders' | 'products' | 'stock'
  /** Other lists of the section that have their own pages. */
  readonly more?: readonly Place[]
}

/** The row of links in a section whose own list is at the section's address. */
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
