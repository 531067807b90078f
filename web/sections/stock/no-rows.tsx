/** Why a list of stock has no rows: it failed, nothing fits, or there is none yet. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Empty } from '../../components/notices.tsx'
import { useAddress } from '../../data/address.ts'
import { useMay } from '../../data/session.ts'
import { useWords, type Word } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { CLEARED, isNarrowed } from './stock-filters.tsx'

interface NoRowsProps {
  readonly list: { readonly error: Error | null; retry(): void }
  readonly title: Word<'stock'>
  readonly text: Word<'stock'>
}

export function NoRows({ list, title, text }: NoRowsProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const navigate = useNavigate()
  const mayMove = useMay()('storekeepers')
  const [address, change] = useAddress()
  if (list.error !== null) return <Failure error={list.error} title={core('notLoaded')} onRetry={list.retry} />
  if (isNarrowed(address))
    return (
      <Empty title={say('nothingTitle')} text={say('nothingText')}>
        <Button variant="default" onClick={() => change(CLEARED)}>
          {core('clearFilters')}
        </Button>
      </Empty>
    )
  return (
    <Empty title={say(title)} text={say(text)}>
      {mayMove && (
        <Button onClick={() => void navigate({ to: '/stock/receive', search: true })}>{say('receiveTitle')}</Button>
      )}
    </Empty>
  )
}
