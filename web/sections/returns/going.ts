/**
 * Navigates between the pages of returns. The filters of the list stay in the page address; parameters that only fill
 * in a form are dropped.
 */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

export const RETURNS = '/orders/returns'

const withoutForm = ({ order: _order, tab: _tab, ...rest }: Readonly<Record<string, string>>) => rest

export function useGoToReturns() {
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (path: string) => void navigate({ to: `${RETURNS}${path}`, search: withoutForm as never })
    return { toList: () => go(''), toRecord: (id: string) => go(`/${id}`), toNew: () => go('/new') }
  }, [navigate])
}
