/** The limits of the company, and what is used of them. Without limits, nothing is shown. */
import { Alert, Progress, Stack, Text } from '@mantine/core'
import { type ShownLimit, useLimits } from '../../data/limits.ts'
import { fileSize, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

const FULL = 100

export function UsedLimits() {
  const say = useWords('settings')
  const limits = useLimits()
  if (limits.length === 0) return null
  return (
    <Stack component="section" gap="md" mt="xl" aria-label={say('limits')}>
      <Text component="h2" fw={600}>
        {say('limits')}
      </Text>
      <Text size="sm" c="dimmed">
        {say('limitsText')}
      </Text>
      {limits.map((use) => (
        <Limit key={use.name} use={use} />
      ))}
    </Stack>
  )
}

function Limit({ use: { name, limit, used, isNear } }: { readonly use: ShownLimit }) {
  const say = useWords('settings')
  const shown = name === 'fileBytes' ? fileSize : quantity
  const percent = limit === 0 ? FULL : Math.min(FULL, Math.round((used / limit) * FULL))
  const label = say(`limit-${name}`)
  return (
    <div>
      <Text size="sm" mb={4}>
        {say('limitUsed', { what: label, used: shown(used), limit: shown(limit) })}
      </Text>
      <Progress.Root>
        <Progress.Section value={percent} color={isNear ? 'orange' : 'blue'} aria-label={label} />
      </Progress.Root>
      {isNear && (
        <Alert role="status" variant="light" color="orange" mt={6} p="xs">
          {say(used >= limit ? `limitFull-${name}` : `limitNear-${name}`)}
        </Alert>
      )}
    </div>
  )
}
