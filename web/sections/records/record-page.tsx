/** The page for all kinds of records that have a definition. The page address determines which kind it shows. */
import { useLocation } from '@tanstack/react-router'
import { useMay } from '../../data/session.ts'
import { NoPageHere, NotForRole } from '../../parts/dead-ends.tsx'
import { recordsAt } from './all.ts'
import { RecordSection } from './record-section.tsx'

export function RecordPage() {
  const may = useMay()
  const found = recordsAt(useLocation({ select: ({ pathname }) => pathname }))
  if (found === null) return <NoPageHere />
  const { spec, id, mode } = found
  const isChanging = id === 'new' || mode === 'edit'
  if (!may(spec.may ?? 'everyone') || (isChanging && !may(spec.mayChange ?? 'managers'))) return <NotForRole />
  return <RecordSection key={found.spec.kind} {...found} />
}
