/** Shows the status of a return as a word on a coloured badge. */
import { Badge } from '@mantine/core'
import type { CustomerReturn } from '../../../sdk/types.ts'
import { useWords } from '../../words/words.ts'

const COLORS: Record<CustomerReturn['status'], string> = { draft: 'yellow', posted: 'green', cancelled: 'gray' }

export function ReturnStatusBadge({ status }: Pick<CustomerReturn, 'status'>) {
  const say = useWords('returns')
  return (
    <Badge size="sm" variant="light" color={COLORS[status]} tt="none" miw="max-content">
      {say(`status-${status}`)}
    </Badge>
  )
}
