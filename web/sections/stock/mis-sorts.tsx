/** The mis-sorts of a stocktake: shortages that are, or could be, netted against surpluses of similar products. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { REPORTS } from '../../../sdk/reports.ts'
import type { SetMisSortsBody, Stocktake } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { plus } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import type { ReportRow } from '../../data/reports.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { money, quantity } from '../../words/format.ts'
import { inLanguage, useWords } from '../../words/words.ts'

type Pairs = SetMisSortsBody['misSorts']

interface MisSortsProps {
  readonly record: Stocktake
  readonly rows: readonly ReportRow[]
  /** Reloads the lists. */
  readonly onDone: () => void
}

const isOf = ({ productId, overProductId }: ReportRow, pair: Pairs[number]) =>
  pair.shortProductId === productId && pair.overProductId === overProductId

export function MisSorts({ record, rows, onDone }: MisSortsProps) {
  const say = useWords('stock')
  const may = useMay()
  const netting = useAction<Pairs, Stocktake>(
    (misSorts, sending) => client.stocktakes.setMisSorts(record.id, { misSorts: [...misSorts] }, sending),
    onDone,
  )
  if (rows.length === 0) return null
  const isOpen = record.status === 'counting' || record.status === 'review'
  // Leave out the cost that moved: it is part of the record but not of the command.
  const pairs = (record.misSorts ?? []).map(({ cost: _, ...pair }): Pairs[number] => pair)
  const change = (row: ReportRow) => {
    const others = pairs.filter((pair) => !isOf(row, pair))
    if (row.state === 'netted') return netting.run(others)
    const before = pairs.find((pair) => isOf(row, pair))?.quantity ?? 0
    const pair = {
      shortProductId: String(row.productId),
      overProductId: String(row.overProductId),
      quantity: plus(before, Number(row.quantity)),
    }
    return netting.run([...others, pair])
  }
  return (
    <section>
      <Heading text={say('misSorts')} />
      <Failure error={netting.failure} />
      <Stack component="ul" gap="xs" m={0} mb="xs" p={0} style={{ listStyle: 'none' }} aria-label={say('misSorts')}>
        {rows.map((row) => (
          <Group
            key={`${row.productId} ${row.overProductId} ${row.state}`}
            component="li"
            gap="xs"
            justify="space-between"
          >
            <MisSortText row={row} />
            {may('managers') && isOpen && (
              <Button
                size="compact-sm"
                variant="default"
                loading={netting.isSending}
                aria-label={say(row.state === 'netted' ? 'unnetOf' : 'netOf', names(row))}
                onClick={() => void change(row)}
              >
                {say(row.state === 'netted' ? 'unnet' : 'net')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </section>
  )
}

const names = ({ product, overProduct }: ReportRow) => ({ short: String(product), over: String(overProduct) })

const { choices: STATES } = REPORTS['mis-sorts'].columns.state

function MisSortText({ row }: { readonly row: ReportRow }) {
  const say = useWords('stock')
  const { state, uom, cost } = row
  const notes = [
    quantity(Number(row.quantity), uom == null ? null : String(uom)),
    inLanguage(STATES[state as keyof typeof STATES]),
    cost == null ? null : money(Number(cost)),
  ]
  return (
    <div>
      <Text size="sm">{say('misSort', names(row))}</Text>
      <Text size="xs" c="dimmed">
        {notes.filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
