/**
 * The purchasing section: orders to suppliers, order proposals, documents, uploaded files and payments. Users see the
 * lists that their role allows.
 */
import { Navigate } from '@tanstack/react-router'
import { type May, useMay } from '../../data/session.ts'
import { useWords, type Word } from '../../words/words.ts'
import { RecordPlaces } from '../records/record-places.tsx'

const PLACES = [
  { name: 'orders', word: 'supplierOrders', may: 'who sees costs', also: '/purchasing/purchases' },
  { name: 'proposals', may: 'everyone' },
  { name: 'documents', may: 'who sees costs' },
  { name: 'files', may: 'everyone' },
  { name: 'payments', may: 'who sees costs' },
] as const satisfies readonly { name: string; word?: Word<'purchasing'>; may: May; also?: string }[]

function usePlaces() {
  const say = useWords('purchasing')
  const may = useMay()
  return PLACES.filter((one) => may(one.may)).map((one) => ({
    path: `/purchasing/${one.name}`,
    label: say('word' in one ? one.word : one.name),
    ...('also' in one && { also: one.also }),
  }))
}

export const Purchasing = () => <RecordPlaces place="purchasing" places={usePlaces()} />

/** Redirects to the first purchasing list that this user may see. */
export function PurchasingStart() {
  const [first] = usePlaces()
  return <Navigate to={first!.path} replace />
}
