/** A badge with the status of a purchase, document or payment, as a word and a colour. */
import { Badge } from '@mantine/core'
import type { Document, Payment, Purchase } from '../../../sdk/types.ts'
import { useWords } from '../../words/words.ts'

type Status = Purchase['status'] | Document['status'] | Payment['status']

const COLORS: Readonly<Record<Status, string>> = {
  open: 'blue',
  partial: 'yellow',
  received: 'green',
  draft: 'yellow',
  posted: 'green',
  closed: 'blue',
  cancelled: 'gray',
}

export function StatusBadge({ status }: { readonly status: Status }) {
  const say = useWords('purchasing')
  return (
    <Badge size="sm" variant="light" color={COLORS[status]} tt="none" miw="max-content">
      {say(`status-${status}`)}
    </Badge>
  )
}
