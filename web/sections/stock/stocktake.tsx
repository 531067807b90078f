/** The part of a stocktake's page with its work: counting, reviewing the differences, posting and cancelling. */
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CountGoodsBody, Stocktake } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { FigureTable, Heading } from '../../components/facts.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { plus } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { type Sending, useAction, useCommand } from '../../data/command.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { type ReportRow, useReport } from '../../data/reports.ts'
import { useMay } from '../../data/session.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure, FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { PaperDialog } from '../../parts/paper-dialog.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { quantity } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import type { GivenLine } from '../lines/given-lines.ts'
import { useLinesFromTable } from '../lines/lines-from-table.tsx'
import { MisSorts } from './mis-sorts.tsx'
import { isStocked } from './receipt-lines.ts'
import { Recounts, readCount, useDecision } from './recounts.tsx'

/** How often, in milliseconds, the lines are reloaded while other people may be counting. */
const EVERY_MS = 5_000

interface Props {
  readonly record: Stocktake
}

/** The part of a stocktake's page below its fields, with the work still to do. */
export function StocktakeWork({ record }: Props) {
  const say = useWords('stock')
  const may = useMay()
  const isCounting = record.status === 'counting'
  const every = isCounting ? EVERY_MS : undefined
  const report = useReport('stocktake-lines', { stocktakeId: record.id }, every)
  const recounts = useReport('stocktake-recounts', { stocktakeId: record.id }, every)
  const misSorts = useReport('mis-sorts', { stocktakeId: record.id }, every)
  const reload = () => {
    for (const { retry } of [report, recounts, misSorts]) retry()
  }
  return (
    <Stack gap="md">
      {may('managers') && <StocktakeActions record={record} onDone={reload} />}
      {may('storekeepers') && isCounting && <CountForm record={record} onDone={reload} />}
      {may('storekeepers') && isCounting && <CountsFromTable record={record} onDone={reload} />}
      <Failure error={recounts.error ?? misSorts.error} onRetry={reload} />
      <Recounts record={record} rows={recounts.items} onDone={reload} />
      <MisSorts record={record} rows={misSorts.items} onDone={reload} />
      <Heading text={say('stocktakeLines')} />
      <Failure error={report.error} onRetry={report.retry} />
      {report.isPending && report.error === null && <Skeleton height={60} />}
      {!report.isPending && report.items.length === 0 && <Text c="dimmed">{say('nothingCounted')}</Text>}
      {report.items.length > 0 && <LineTable record={record} rows={report.items} onDone={reload} />}
      <Group gap="xs">
        {report.hasMore && (
          <Button variant="default" size="compact-sm" onClick={report.readMore}>
            {say('showMore')}
          </Button>
        )}
        <ReportLink to="/reports/stocktake-lines" record={record} text={say('stocktakeReport')} />
        <ReportLink to="/reports/inventory-list" record={record} text={say('inventoryList')} />
        <ReportLink to="/reports/comparison-sheet" record={record} text={say('comparisonSheet')} />
        {recounts.items.length > 0 && (
          <ReportLink to="/reports/stocktake-recounts" record={record} text={say('recountReport')} />
        )}
      </Group>
    </Stack>
  )
}

interface ReportLinkProps extends Props {
  readonly to: string
  readonly text: string
}

/** A link to a report of this stocktake, where it can be printed and downloaded. */
const ReportLink = ({ to, record: { id }, text }: ReportLinkProps) => (
  <Button component={Link} to={to} search={{ stocktake: id } as never} variant="default" size="compact-sm">
    {text}
  </Button>
)

interface DoingProps extends Props {
  /** Called when the lines have changed, so that they are loaded again. */
  readonly onDone: () => void
}

type Step = 'review' | 'counting' | 'posted' | 'cancelled'

/**
 * Sends the command for the next step of a stocktake. Posting and cancelling process at most 1,000 products at a time.
 * If more are left, the button appears again.
 */
const send = ({ id }: Stocktake, step: Step, sending: Sending) =>
  step === 'posted'
    ? client.stocktakes.post(id, {}, sending)
    : client.stocktakes.setStatus(id, { status: step }, sending)

function StocktakeActions({ record, onDone }: DoingProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const [asked, setAsked] = useState<'posted' | 'cancelled' | 'paper' | null>(null)
  const moving = useAction<Step, Stocktake>(
    (step, sending) => send(record, step, sending),
    () => {
      setAsked(null)
      onDone()
    },
  )
  const { id, number, status } = record
  const ask = (step: 'posted' | 'cancelled') => {
    moving.forget()
    setAsked(step)
  }
  if (status === 'cancelled') return null
  return (
    <>
      {asked === null && <Failure error={moving.failure} />}
      <Group gap="xs">
        {status === 'counting' && (
          <Button size="compact-md" loading={moving.isSending} onClick={() => void moving.run('review')}>
            {say('stocktakeReview')}
          </Button>
        )}
        {status === 'review' && (
          <>
            <Button size="compact-md" onClick={() => ask('posted')}>
              {say('stocktakePost')}
            </Button>
            <Button size="compact-md" variant="default" onClick={() => void moving.run('counting')}>
              {say('stocktakeReopen')}
            </Button>
          </>
        )}
        <Button size="compact-md" variant="default" onClick={() => setAsked('paper')}>
          {core('paper')}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => ask('cancelled')}>
          {say('stocktakeCancel')}
        </Button>
      </Group>
      {asked === 'paper' && (
        <PaperDialog
          labels={{ documentDate: say('documentDate'), documentNumber: say('documentNumber') }}
          name={say('stocktakeNumbered', { number })}
          paper={record}
          send={(paper, sending) => client.stocktakes.setPaper(id, paper, sending)}
          onClose={() => setAsked(null)}
        />
      )}
      {(asked === 'posted' || asked === 'cancelled') && (
        <Confirm
          title={say(asked === 'posted' ? 'stocktakePost' : 'stocktakeCancel')}
          action={say(asked === 'posted' ? 'stocktakePost' : 'stocktakeCancel')}
          isDangerous={asked === 'cancelled'}
          isSending={moving.isSending}
          failure={moving.failure}
          onConfirm={() => void moving.run(asked)}
          onClose={() => setAsked(null)}
        >
          <Text>{say(asked === 'posted' ? 'stocktakePostText' : 'stocktakeCancelText')}</Text>
        </Confirm>
      )}
    </>
  )
}

interface CountValues {
  readonly productId: string | null
  readonly quantity: string
}

const EMPTY: CountValues = { productId: null, quantity: '' }
/** Limits the choice to products that have stock of their own: products and variants, not bundles and services. */
const STOCKED = { kind: ['product', 'variant'] }

/** The form for counting products one after another. */
function CountForm({ record, onDone }: DoingProps) {
  const say = useWords('stock')
  const hasComma = useLanguage() === 'ru'
  const form = useCommand<CountValues, Stocktake>({
    name: `stocktakes/${record.id}/count`,
    initial: () => EMPTY,
    send: ({ productId, quantity: typed }, sending) =>
      client.stocktakes.count(record.id, { lines: [{ productId: productId!, quantity: readCount(typed)! }] }, sending),
    onDone: () => {
      toast(say('countedDone'))
      form.discard()
      onDone()
    },
  })
  const { values, failure, isSending } = form
  const isReady = values.productId !== null && readCount(values.quantity) !== null
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void form.submit()
      }}
    >
      <Failure error={failure} />
      <Group align="flex-end" gap="xs">
        <RecordPicker
          kind="products"
          label={say('countedProduct')}
          query={STOCKED}
          value={values.productId}
          error={fieldFailure(failure, '/lines/0/productId')}
          onChange={(productId) => form.change({ productId })}
        />
        <NumberField
          label={say('countedQuantity')}
          hasComma={hasComma}
          decimals={3}
          value={values.quantity}
          error={fieldFailure(failure, '/lines/0/quantity')}
          onChange={(typed) => form.change({ quantity: typed })}
        />
        <Button type="submit" disabled={!isReady} loading={isSending}>
          {say('countGoods')}
        </Button>
      </Group>
    </Form>
  )
}

/** A button for counting the products of a table. One command counts all of them or, if it is refused, none. */
function CountsFromTable({ record, onDone }: DoingProps) {
  const say = useWords('stock')
  const form = useCommand<{ readonly lines: CountGoodsBody['lines'] }, Stocktake>({
    name: `stocktakes/${record.id}/table`,
    initial: () => ({ lines: [] }),
    send: ({ lines }, sending) => client.stocktakes.count(record.id, { lines }, sending),
    onDone: () => {
      toast(say('countedDone'))
      form.discard()
      onDone()
    },
  })
  const fromTable = useLinesFromTable({
    figures: [],
    isCount: true,
    refusalOf: (product) => (isStocked(product) ? null : say('lineNotStocked', { name: product.name })),
    onLines: (given) => {
      form.change({ lines: countsOf(given) })
      void form.submit()
    },
  })
  return (
    <>
      <FormFailure form={form} />
      <Group>{!form.isUnanswered && !form.isSending && fromTable.button}</Group>
      {fromTable.dialog}
    </>
  )
}

/** Adds up the quantities of each product, because within one command a later count would replace an earlier one. */
function countsOf(given: readonly GivenLine[]): CountGoodsBody['lines'] {
  const counted = new Map<string, number>()
  for (const { product, quantity: text } of given)
    counted.set(product.id, plus(counted.get(product.id) ?? 0, figureOf(text)!))
  return [...counted].map(([productId, amount]) => ({ productId, quantity: amount }))
}

interface LineTableProps extends DoingProps {
  readonly rows: readonly ReportRow[]
}

function LineTable({ record, rows, onDone }: LineTableProps) {
  const say = useWords('stock')
  const mayDecide = useMay()('managers') && (record.status === 'counting' || record.status === 'review')
  const deciding = useDecision(record.id, onDone)
  const figure = (value: ReportRow[string], uom: ReportRow[string]) =>
    value === null || value === undefined ? '—' : quantity(Number(value), uom === null ? null : String(uom))
  return (
    <>
      <Failure error={deciding.failure} />
      <FigureTable
        label={say('stocktakeLines')}
        heads={[say('product'), say('countedQuantity'), say('inBooks'), say('difference')]}
        figuresFrom={1}
      >
        <tbody>
          {rows.map(({ productId, product, state, counted, expected, difference, uom }) => (
            <tr key={String(productId)}>
              <td>
                <Anchor component={Link} to={`/products/${productId}`} inherit>
                  {product}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {say(`lines-${state}` as 'lines-counted')}
                </Text>
                {mayDecide && (state === 'counted' || state === 'accepted') && Number(difference) !== 0 && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    loading={deciding.isSending}
                    onClick={() => void deciding.run({ productIds: [String(productId)], decision: 'recount' })}
                  >
                    {say('recountLine')}
                  </Button>
                )}
              </td>
              <td data-end>{figure(counted, uom)}</td>
              <td data-end>{figure(expected, uom)}</td>
              <td data-end>{figure(difference, uom)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </>
  )
}
