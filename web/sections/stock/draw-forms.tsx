/**
 * The forms that take stock out of a warehouse: write-off and transfer. The goods are taken from the oldest lots first,
 * or from a lot that the user chose.
 */
import { Autocomplete, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Movement, Product } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { milli, units } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useList, useRecord } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { useMe } from '../../data/session.ts'
import { costOf, usePlan } from '../../data/shipping.ts'
import { useStockRows } from '../../data/stock.ts'
import { NEEDED } from '../../parts/form.tsx'
import { NO_PAPER, type Paper, PaperFields, paperBody } from '../../parts/paper-fields.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { day, money, quantity } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { useScannedProduct } from '../lines/scanned-product.ts'
import { MoveFrame } from './move-frame.tsx'
import { useWarehouseName } from './parts.tsx'
import classes from './stock.module.css'

const STOCKED = ['product', 'variant']
const LOTS_SHOWN = 100

interface DrawValues extends Paper {
  readonly productId: string | null
  readonly warehouseId: string
  readonly toWarehouseId: string
  readonly lotId: string
  readonly quantity: string
  readonly reason: string
}

type DrawCommand = CommandForm<DrawValues, Movement>
type Deed = 'writeOff' | 'transfer'

/** The form for a write-off, which calls POST /stock/writeoff. */
export const WriteOffForm = () => <DrawForm key="writeOff" deed="writeOff" />

/** The form for a transfer, which calls POST /stock/transfer. */
export const TransferForm = () => <DrawForm key="transfer" deed="transfer" />

const bodyOf = ({ productId, warehouseId, lotId, quantity: typed, ...paper }: DrawValues) => ({
  productId: productId!,
  warehouseId,
  quantity: figureOf(typed)!,
  ...(lotId === '' ? {} : { selectedLotId: lotId }),
  // A draft that an earlier version of the app stored has no number and date of a paper document.
  ...paperBody({ ...NO_PAPER, ...paper }),
})

function DrawForm({ deed }: { readonly deed: Deed }) {
  const say = useWords('stock')
  const navigate = useNavigate()
  const [{ productId, at, lot }] = useAddress()
  const [isAsked, setAsked] = useState(false)
  const isTransfer = deed === 'transfer'
  const form: DrawCommand = useCommand<DrawValues, Movement>({
    name: [`stock/${deed}`, productId, at, lot].filter(Boolean).join('/'),
    initial: () => ({
      productId: productId ?? null,
      warehouseId: at ?? '',
      toWarehouseId: '',
      lotId: lot ?? '',
      quantity: '',
      reason: '',
      ...NO_PAPER,
    }),
    send: (values, sending) =>
      isTransfer
        ? client.stock.transfer({ ...bodyOf(values), toWarehouseId: values.toWarehouseId }, sending)
        : client.stock.writeOff({ ...bodyOf(values), reason: values.reason.trim() }, sending),
    onDone: (movement) => {
      const moved = quantity(movement.quantity, product?.uom)
      toast(say(isTransfer ? 'doneTransfer' : 'doneWriteOff', { name: product?.name ?? '', quantity: moved }))
      void navigate({ to: `/stock/movements/${movement.id}`, search: {} as never })
    },
  })
  const { values } = form
  const { record: product } = useRecord('products', values.productId)
  const isComplete =
    values.productId !== null &&
    values.warehouseId !== '' &&
    (figureOf(values.quantity) ?? 0) > 0 &&
    (isTransfer ? values.toWarehouseId !== '' : values.reason.trim() !== '')
  const submit = () => {
    setAsked(!isComplete)
    if (isComplete) void form.submit()
  }
  return (
    <MoveFrame
      title={say(`${deed}Title`)}
      action={say(deed)}
      isDangerous={!isTransfer}
      form={form as unknown as CommandForm<object, unknown>}
      onSubmit={submit}
      consequence={<Consequence values={values} product={product} deed={deed} />}
    >
      <DrawFields form={form} product={product} deed={deed} isAsked={isAsked} />
    </MoveFrame>
  )
}

interface DrawFieldsProps {
  readonly form: DrawCommand
  readonly product: Product | undefined
  readonly deed: Deed
  readonly isAsked: boolean
}

function DrawFields({ form, product, deed, isAsked }: DrawFieldsProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const { values, change, failure } = form
  const shortage = useShortage(values, product)
  useScannedProduct(values, change)
  const missing = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  const setWarehouse = useCallback((warehouseId: string) => change({ warehouseId, lotId: '' }), [change])
  const isTransfer = deed === 'transfer'
  return (
    <>
      <RecordPicker
        kind="products"
        label={say('product')}
        query={{ kind: STOCKED }}
        required
        autoFocus={values.productId === null}
        value={values.productId}
        error={fieldFailure(failure, '/productId') ?? missing(values.productId === null)}
        onChange={(id) => change({ productId: id, lotId: '' })}
      />
      <WarehouseField
        label={say(isTransfer ? 'fromWarehouse' : 'warehouse')}
        value={values.warehouseId}
        isFirst={form.isChanged}
        error={fieldFailure(failure, '/warehouseId') ?? missing(values.warehouseId === '')}
        onChange={setWarehouse}
      />
      {isTransfer && (
        <WarehouseField
          label={say('toWarehouse')}
          value={values.toWarehouseId}
          without={values.warehouseId}
          error={fieldFailure(failure, '/toWarehouseId') ?? missing(values.toWarehouseId === '')}
          onChange={(toWarehouseId) => change({ toWarehouseId })}
        />
      )}
      <div className={classes.pair}>
        <NumberField
          {...NEEDED}
          label={say('quantity')}
          decimals={3}
          hasComma={hasComma}
          isPositive
          value={values.quantity}
          error={fieldFailure(failure, '/quantity') ?? shortage ?? missing(!(figureOf(values.quantity) ?? 0))}
          onChange={(typed) => change({ quantity: typed })}
        />
        <LotField form={form} uom={product?.uom ?? null} />
      </div>
      {!isTransfer && (
        <Autocomplete
          {...NEEDED}
          label={say('reason')}
          data={say('reasons').split('|')}
          value={values.reason}
          error={fieldFailure(failure, '/reason') ?? missing(values.reason.trim() === '')}
          onChange={(reason) => change({ reason })}
        />
      )}
      <PaperFields
        labels={{ documentDate: say('documentDate'), documentNumber: say('documentNumber') }}
        values={{ ...NO_PAPER, ...values }}
        failure={failure}
        onChange={change}
      />
    </>
  )
}

const lotsQuery = ({ productId, warehouseId }: DrawValues) => ({
  productId,
  warehouseId,
  open: true,
  sort: 'createdAt',
  limit: LOTS_SHOWN,
})

function LotField({ form, uom }: { readonly form: DrawCommand; readonly uom: string | null }) {
  const say = useWords('stock')
  const { values, change, failure } = form
  const { items } = useList('lots', lotsQuery(values), values.productId !== null && values.warehouseId !== '')
  const lots = values.productId === null || values.warehouseId === '' ? [] : items
  return (
    <NativeSelect
      label={say('lot')}
      value={values.lotId}
      error={fieldFailure(failure, '/selectedLotId')}
      data={[
        { value: '', label: say('oldestFirst') },
        ...lots.map((lot) => ({
          value: lot.id,
          label: say('lotOption', {
            date: day(lot.receivedAt),
            supplier: lot.supplier ?? say('surplusLot'),
            left: quantity(lot.remaining, uom),
          }),
        })),
      ]}
      onChange={(event) => change({ lotId: event.currentTarget.value })}
    />
  )
}

/**
 * Returns the message that says why the quantity cannot be taken out; undefined if it can, or while this is not known.
 */
function useShortage(values: DrawValues, product: Product | undefined): string | undefined {
  const say = useWords('stock')
  const { data: rows } = useStockRows(product)
  const { record: lot } = useRecord('lots', values.lotId === '' ? null : values.lotId)
  const asked = figureOf(values.quantity)
  if (asked === null || rows === undefined || values.warehouseId === '') return undefined
  const figures = (name: string, has: number) => ({ [name]: quantity(has), asked: quantity(asked) })
  if (lot !== undefined && milli(asked) > milli(lot.remaining))
    return say('tooMuchOfLot', figures('left', lot.remaining))
  const available = rows.find((row) => row.warehouseId === values.warehouseId)?.available ?? 0
  return milli(asked) > milli(available) ? say('tooMuch', figures('available', available)) : undefined
}

interface ConsequenceProps {
  readonly values: DrawValues
  readonly product: Product | undefined
  readonly deed: Deed
}

/** Explains what the form will do, for example `Спишется 2 шт, останется 10 шт. Себестоимость 240 ₽.` */
function Consequence({ values, product, deed }: ConsequenceProps) {
  const say = useWords('stock')
  const nameOf = useWarehouseName()
  const cost = useCost(values)
  const { data: rows } = useStockRows(product)
  const asked = figureOf(values.quantity)
  if (product === undefined || rows === undefined || asked === null || asked <= 0) return null
  const at = (id: string) => milli(rows.find((row) => row.warehouseId === id)?.onHand ?? 0)
  const after = units(at(values.warehouseId) - milli(asked))
  if (after < 0 || (deed === 'transfer' && values.toWarehouseId === '')) return null
  const figures = { quantity: quantity(asked, product.uom), after: quantity(after, product.uom) }
  const text =
    deed === 'writeOff'
      ? say('willWriteOff', figures)
      : say('willTransfer', {
          ...figures,
          from: nameOf(values.warehouseId),
          to: nameOf(values.toWarehouseId),
          there: quantity(units(at(values.toWarehouseId) + milli(asked)), product.uom),
        })
  return cost === null ? text : `${text} ${say('willCost', { cost: money(cost) })}`
}

/**
 * Returns the cost of the goods to take out, in roubles; null while the cost is not known, or if the user may not see
 * costs.
 */
function useCost({ productId, warehouseId, lotId, quantity: typed }: DrawValues): number | null {
  const { seesCosts } = useMe()
  const asked = figureOf(typed) ?? 0
  const isWanted = seesCosts && productId !== null && warehouseId !== '' && asked > 0
  const plan = usePlan(warehouseId, new Map(isWanted ? [[productId!, milli(asked)]] : []), isWanted)
  const { record: lot } = useRecord('lots', lotId === '' ? null : lotId)
  if (!isWanted) return null
  if (lotId === '') return plan?.cost ?? null
  return lot === undefined ? null : costOf([{ lot, quantity: asked }])
}
