/** The page that checks whether the company's stored balances agree with its movements. */
import { Alert, Badge, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { dayAndTime } from '../../words/format.ts'
import { useWords, type Word } from '../../words/words.ts'
import classes from './settings.module.css'
import { Sheet } from './settings.tsx'

const DEADLINE_MS = 120_000

export function SelfCheckPage() {
  const say = useWords('settings')
  const check = useWords('checks')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['self-check'],
    enabled: false,
    queryFn: ({ signal }) => client.selfCheck({ signal, deadlineMs: DEADLINE_MS }),
  })
  return (
    <Sheet
      title={say('selfCheck')}
      action={
        <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
          {say('selfCheckRun')}
        </Button>
      }
    >
      <Stack>
        <Text c="dimmed">{say('selfCheckLead')}</Text>
        {isFetching && (
          <div role="status">
            <Text mb="xs">{say('selfCheckRunning')}</Text>
            <Skeleton height={120} />
          </div>
        )}
        {!isFetching && <Failure error={error} onRetry={() => void refetch()} />}
        {!isFetching && data !== undefined && (
          <>
            <Alert role="status" variant="light" color={data.ok ? 'green' : 'red'}>
              {say(data.ok ? 'selfCheckOk' : 'selfCheckBad')}
            </Alert>
            <Text size="sm" c="dimmed">
              {say('selfCheckAt', { time: dayAndTime(data.checkedAt), revision: data.revision })}
            </Text>
            <ul className={classes.rows}>
              {data.checks.map(({ name, ok, differences }) => (
                <li key={name} className={classes.row}>
                  <div className={classes.rowText}>
                    {check(name as Word<'checks'>)}
                    {differences.map((one) => (
                      <Text key={one} size="sm" c="dimmed" lang="en">
                        {one}
                      </Text>
                    ))}
                  </div>
                  <Badge variant="light" color={ok ? 'green' : 'red'} tt="none">
                    {say(ok ? 'checkOk' : 'checkBad')}
                  </Badge>
                </li>
              ))}
            </ul>
          </>
        )}
      </Stack>
    </Sheet>
  )
}
