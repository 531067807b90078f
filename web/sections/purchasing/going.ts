/** From place to place in purchasing: the filters of the list stay in the address, what a form began with does not. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

type Place = 'purchases' | 'documents' | 'payments'

/** What the address says to a form alone. */
const OF_FORMS = new Set(['copy', 'based', 'make', 'document', 'tab'])

const withoutForm = (search: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !OF_FORMS.has(name)))

export function useGo(place: Place) {
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (path: string) => void navigate({ to: `/purchasing/${path}`, search: withoutForm as never })
    return {
      toList: () => go(place),
      toRecord: (id: string) => go(`${place}/${id}`),
      toNew: () => go(`${place}/new`),
    }
  }, [navigate, place])
}
