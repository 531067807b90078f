/**
 * The purchasing section: purchases, documents, uploaded files and payments. Users see the lists that their role
 * allows.
 */
import { Navigate } from '@tanstack/react-router'
import { type May, useMay } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { RecordPlaces } from '../records/record-places.tsx'

const PLACES = [
  { name: 'purchases', may: 'who sees costs' },
  { name: 'documents', may: 'who sees costs' },
  { name: 'files', may: 'everyone' },
  { name: 'payments', may: 'who sees costs' },
] as const satisfies readonly { name: string; may: May }[]

function usePlaces() {
  const say = useWords('purchasing')
  const may = useMay()
  return PLACES.filter((one) => may(one.may)).map(({ name }) => ({ path: `/purchasing/${name}`, label: say(name) }))
}

export const Purchasing = () => <RecordPlaces place="purchasing" places={usePlaces()} />

/** Redirects to the first purchasing list that this user may see. */
export function PurchasingStart() {
  const [first] = usePlaces()
  return <Navigate to={first!.path} replace />
}
