/**
 * Navigates within the purchasing section. The filters of a list stay in the page address; parameters that only fill in
 * a form are dropped.
 */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

type Place = 'purchases' | 'documents' | 'payments'

/** Parameters of the page address that matter only to a form or to an open record, and not to the list. */
const OF_FORMS = new Set(['copy', 'based', 'make', 'document', 'tab'])

const withoutForm = (search: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !OF_FORMS.has(name)))

/** Returns where documents are shown: among the orders to suppliers, or in the list of all documents. */
export const useDocumentPlace = (): 'orders' | 'documents' =>
  useLocation({ select: ({ pathname }) => (pathname.startsWith('/purchasing/orders') ? 'orders' : 'documents') })

export function useGo(of: Place) {
  const navigate = useNavigate()
  const documents = useDocumentPlace()
  const place = of === 'documents' ? documents : of
  return useMemo(() => {
    const go = (path: string) => void navigate({ to: `/purchasing/${path}`, search: withoutForm as never })
    return {
      toList: () => go(place),
      toRecord: (id: string) => go(`${place}/${id}`),
      toNew: () => go(`${place}/new`),
    }
  }, [navigate, place])
}
