/** Shows until when an order reserves its goods, and lets the user renew or extend the reservation. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Order, ReserveOrderBody } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useMay } from '../../data/session.ts'
import { settingsQuery } from '../../data/settings.ts'
import { Failure } from '../../parts/failure.tsx'
import { dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export function Reservation({ order }: { readonly order: Order }) {
  if (order.releasedAt !== undefined) return <Ended order={order} releasedAt={order.releasedAt} />
  return order.reservedUntil === undefined ? null : <Until order={order} reservedUntil={order.reservedUntil} />
}

function useReserving({ id, number }: Order) {
  const say = useWords('orders')
  return useAction<ReserveOrderBody, Order>(
    (body, sending) => client.orders.reserve(id, body, sending),
    ({ reservedUntil }) =>
      toast(
        reservedUntil === undefined
          ? say('reservedForever', { number })
          : say('reservedUntil', { number, at: dayAndTime(reservedUntil) }),
      ),
  )
}

function Ended({ order, releasedAt }: { readonly order: Order; readonly releasedAt: string }) {
  const say = useWords('orders')
  const may = useMay()
  const reserving = useReserving(order)
  return (
    <Alert color="yellow" variant="light" role="status">
      <Text fw={600}>{say('reservationEnded', { at: dayAndTime(releasedAt) })}</Text>
      <Text size="sm">{say('reservationEndedText')}</Text>
      <Failure error={reserving.failure} />
      {may('managers') && (
        <Button size="compact-md" mt="xs" loading={reserving.isSending} onClick={() => void reserving.run({})}>
          {say('reserveAgain')}
        </Button>
      )}
    </Alert>
  )
}

function Until({ order, reservedUntil }: { readonly order: Order; readonly reservedUntil: string }) {
  const say = useWords('orders')
  const may = useMay()
  const reserving = useReserving(order)
  const { data: settings } = useQuery(settingsQuery)
  const now = useNow()
  const left = Math.max(0, Date.parse(reservedUntil) - now)
  const hours = settings?.reservationHours
  return (
    <section>
      <Group gap="sm">
        <Text size="sm">
          {say('reservedTo', { at: dayAndTime(reservedUntil) })}{' '}
          <Text span c="dimmed">
            {left < HOUR_MS
              ? say('minutesLeft', { count: Math.ceil(left / MINUTE_MS) })
              : say('hoursLeft', { count: Math.floor(left / HOUR_MS) })}
          </Text>
        </Text>
        {may('managers') && hours !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            loading={reserving.isSending}
            onClick={() => void reserving.run({})}
          >
            {say('reserveLonger', { count: hours })}
          </Button>
        )}
        {may('managers') && (
          <Button
            size="compact-sm"
            variant="default"
            loading={reserving.isSending}
            onClick={() => void reserving.run({ reservedUntil: null })}
          >
            {say('reserveForever')}
          </Button>
        )}
      </Group>
      <Failure error={reserving.failure} />
    </section>
  )
}

/** Returns the current time, updated every minute, so that the remaining time stays right while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
