/** What must be counted again in a stocktake: the list to work through, and what a manager decides about it. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CountGoodsBody, Stocktake } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import type { ReportRow } from '../../data/reports.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { recountReason } from '../../parts/recount-reason.ts'
import { quantity } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { readQuantity } from '../lines/product-line.ts'

/** Reads a counted quantity, which may be 0; null when the text is not a quantity. */
export const readCount = (typed: string): number | null => (typed.trim() === '0' ? 0 : readQuantity(typed))

/** The maximum number of products in one command. */
const MOST = 1_000

type Decision = 'accept' | 'recount'

/** Returns the action that accepts the counts of products, or has them counted again. */
export function useDecision(id: string, onDone: () => void) {
  return useAction<{ readonly productIds: readonly string[]; readonly decision: Decision }, Stocktake>(
    ({ productIds, decision }, sending) => client.stocktakes[decision](id, { productIds: [...productIds] }, sending),
    onDone,
  )
}

interface RecountsProps {
  readonly record: Stocktake
  readonly rows: readonly ReportRow[]
  /** Reloads the lists. */
  readonly onDone: () => void
}

export function Recounts({ record, rows, onDone }: RecountsProps) {
  const say = useWords('stock')
  const may = useMay()
  const deciding = useDecision(record.id, onDone)
  const counting = useAction<CountGoodsBody['lines'][number], Stocktake>(
    (line, sending) => client.stocktakes.count(record.id, { lines: [line] }, sending),
    () => {
      toast(say('countedDone'))
      onDone()
    },
  )
  const mayCount = may('storekeepers') && record.status === 'counting'
  const undecided = rows.filter(({ reason }) => reason !== 'recount').map(({ productId }) => String(productId))
  if (rows.length === 0) return null
  return (
    <section>
      <Heading text={say('recounts', { count: rows.length })} />
      <Failure error={deciding.failure ?? counting.failure} />
      <Stack component="ul" gap="xs" m={0} mb="xs" p={0} style={{ listStyle: 'none' }} aria-label={say('recountList')}>
        {rows.map((row) => (
          <Group key={String(row.productId)} component="li" gap="xs" justify="space-between" align="flex-end">
            <RecountText row={row} />
            <Group gap={4} align="flex-end">
              {may('managers') && row.reason !== 'recount' && (
                <Decisions row={row} isSending={deciding.isSending} onDecide={deciding.run} />
              )}
              {mayCount && (
                <RecountField
                  key={String(row.round)}
                  row={row}
                  isSending={counting.isSending}
                  onCount={(found) =>
                    counting.run({ productId: String(row.productId), round: Number(row.round), quantity: found })
                  }
                />
              )}
            </Group>
          </Group>
        ))}
      </Stack>
      {may('managers') && undecided.length > 1 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={deciding.isSending}
          onClick={() => void deciding.run({ productIds: undecided.slice(0, MOST), decision: 'recount' })}
        >
          {say('recountAll')}
        </Button>
      )}
    </section>
  )
}

function RecountText({ row }: { readonly row: ReportRow }) {
  const say = useWords('stock')
  const { productId, product, uom } = row
  const figure = (value: ReportRow[string]) => quantity(Number(value), uom == null ? null : String(uom))
  const found = (word: 'recountNow' | 'recountBefore', counted: ReportRow[string], difference: ReportRow[string]) =>
    counted == null ? null : say(word, { counted: figure(counted), difference: figure(difference) })
  const notes = [
    recountReason(row),
    found('recountNow', row.counted, row.difference),
    found('recountBefore', row.countedBefore, row.differenceBefore),
  ]
  return (
    <div>
      <Anchor component={Link} to={`/products/${productId}`} size="sm">
        {product}
      </Anchor>
      <Text size="xs" c="dimmed">
        {notes.filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}

interface DecisionsProps {
  readonly row: ReportRow
  readonly isSending: boolean
  readonly onDecide: (given: { readonly productIds: readonly string[]; readonly decision: Decision }) => unknown
}

function Decisions({ row: { productId }, isSending, onDecide }: DecisionsProps) {
  const say = useWords('stock')
  return (['accept', 'recount'] as const).map((decision) => (
    <Button
      key={decision}
      size="compact-sm"
      variant="default"
      loading={isSending}
      onClick={() => void onDecide({ productIds: [String(productId)], decision })}
    >
      {say(decision === 'accept' ? 'acceptLine' : 'recountLine')}
    </Button>
  ))
}

interface RecountFieldProps {
  readonly row: ReportRow
  readonly isSending: boolean
  readonly onCount: (found: number) => unknown
}

/** The field for the new count of a product, which replaces its earlier counts. */
function RecountField({ row: { product, uom }, isSending, onCount }: RecountFieldProps) {
  const say = useWords('stock')
  const hasComma = useLanguage() === 'ru'
  const [typed, setTyped] = useState('')
  const found = readCount(typed)
  const count = () => {
    if (found !== null) void onCount(found)
  }
  return (
    <>
      <NumberField
        size="xs"
        w={120}
        aria-label={say('countAgain', { name: String(product) })}
        hasComma={hasComma}
        decimals={3}
        unit={uom == null ? null : String(uom)}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          count()
        }}
      />
      <Button size="compact-sm" disabled={found === null} loading={isSending} onClick={count}>
        {say('countGoods')}
      </Button>
    </>
  )
}
