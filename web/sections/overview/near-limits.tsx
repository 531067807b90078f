/** Warns on the overview that little room is left for products or files. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLimits } from '../../data/limits.ts'
import { fileSize, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

export function NearLimits() {
  const say = useWords('overview')
  return useLimits().map(({ name, limit, used, isNear }) => {
    // Leave out the limit of requests: it starts again each minute, before anybody could read the warning.
    if (!isNear || name === 'requests') return null
    const shown = name === 'fileBytes' ? fileSize : quantity
    return (
      <Alert key={name} role="status" variant="light" color="orange">
        {say(`near-${name}`, { used: shown(used), limit: shown(limit) })}{' '}
        <Anchor component={Link} to="/settings/company" inherit>
          {say('nearMore')}
        </Anchor>
      </Alert>
    )
  })
}
