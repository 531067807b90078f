/** The form for a receipt, with or without a purchase. It shows in advance how the stock will change. */
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import type { Movement, Product, Purchase } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { costAt, milli, plus, units } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { type CommandForm, useCommand } from '../../data/command.ts'
import { useList, useRecord, useRecords } from '../../data/lists.ts'
import { leftOf } from '../../data/purchases.ts'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { useMay, useMe } from '../../data/session.ts'
import { useStockRows } from '../../data/stock.ts'
import { NEEDED } from '../../parts/form.tsx'
import { GoodsFields } from '../../parts/goods-fields.tsx'
import { NO_PAPER, type Paper, PaperFields, paperBody } from '../../parts/paper-fields.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { money, quantity } from '../../words/format.ts'
import { type Say, useLanguage, useWords } from '../../words/words.ts'
import { useScannedProduct } from '../lines/scanned-product.ts'
import { MoveFrame } from './move-frame.tsx'
import classes from './stock.module.css'

interface ReceiptValues extends Paper {
  readonly productId: string | null
  readonly warehouseId: string
  readonly supplierId: string | null
  readonly supplier: string
  readonly purchaseId: string | null
  readonly quantity: string
  readonly damaged: string
  readonly missing: string
  readonly unitCost: string
  /**
   * The price in roubles that applies if the user types none. Null if the user may not see costs; then the server
   * determines the price.
   */
  readonly shownCost: number | null
}

type ReceiptCommand = CommandForm<ReceiptValues, Movement>

/**
 * The form for a receipt, which calls POST /stock/receipt. In the page address, `?purchase=` names a purchase whose
 * expected goods are filled in, `?productId=` and `?at=` name a product and a warehouse. With `?from=product`, closing
 * the form returns to the product.
 */
export function ReceiveForm() {
  const say = useWords('stock')
  const navigate = useNavigate()
  const [{ productId = null, at = '', purchase: id, from }] = useAddress()
  const view = useRecord('purchases', id)
  const toPurchase = useCallback(() => void navigate({ to: `/purchasing/purchases/${id}` }), [navigate, id])
  const toProduct = useCallback(() => void navigate({ to: `/products/${productId}` }), [navigate, productId])
  if (id === undefined)
    return (
      <ReceiptForm
        name={[productId, at].filter(Boolean).join('/')}
        begun={{ productId, warehouseId: at }}
        {...(from === 'product' && { onClose: toProduct })}
      />
    )
  return (
    <RecordGate view={view} title={say('receiveTitle')} onClose={toPurchase}>
      {(purchase) => <ReceiptForm key={id} name={id} begun={ofPurchase(purchase)} onClose={toPurchase} />}
    </RecordGate>
  )
}

interface ReceiptFormProps {
  /** The name under which the draft of this form is stored. */
  readonly name: string
  readonly begun: Partial<ReceiptValues>
  /** Returns to the page from which the form was opened. Called after the receipt. */
  readonly onClose?: () => void
}

/**
 * The form for one receipt. After it is sent, the form for the next receipt opens with the same warehouse and supplier.
 */
function ReceiptForm({ name, begun, onClose }: ReceiptFormProps) {
  const say = useWords('stock')
  const [isAsked, setAsked] = useState(false)
  const [round, setRound] = useState(0)
  const kept = useRef(begun)
  const form: ReceiptCommand = useCommand<ReceiptValues, Movement>({
    name: ['stock/receive', name].filter(Boolean).join('/'),
    initial: () => ({ ...EMPTY, ...kept.current }),
    send: (values, sending) => client.stock.receive(bodyOf(values), sending),
    onDone: (movement) => {
      toast(say('doneReceipt', { name: product?.name ?? '', quantity: quantity(movement.good, product?.uom) }))
      if (onClose !== undefined) return onClose()
      const { warehouseId, supplierId, supplier } = form.values
      kept.current = { warehouseId, supplierId, supplier }
      form.discard()
      setAsked(false)
      setRound((before) => before + 1)
    },
  })
  const { values, change } = form
  const { record: product } = useRecord('products', values.productId)
  const { record: supplier } = useRecord('partners', values.supplierId)
  const cost = useShownCost(values)
  const isComplete =
    (cost === 'hidden' || figureOf(values.unitCost) !== null || cost?.price != null) &&
    values.productId !== null &&
    values.supplierId !== null &&
    values.warehouseId !== '' &&
    (figureOf(values.quantity) ?? 0) > 0 &&
    goodOf(values) >= 0
  const submit = () => {
    setAsked(!isComplete)
    // The API expects the supplier's current name, so wait until it is loaded.
    if (isComplete && supplier !== undefined) {
      change({ supplier: supplier.name, shownCost: cost === 'hidden' ? null : (cost?.price ?? null) })
      void form.submit()
    }
  }
  return (
    <MoveFrame
      title={say('receiveTitle')}
      action={say('receive')}
      form={form as unknown as CommandForm<object, unknown>}
      onSubmit={submit}
      {...(onClose && { onClose })}
      consequence={<Consequence values={values} product={product} cost={cost} />}
    >
      <PurchaseField form={form} />
      <ReceiptFields key={round} form={form} isAsked={isAsked} cost={cost} />
    </MoveFrame>
  )
}

/**
 * The price that applies if the user types none, and where it comes from. Undefined while it is not known; `hidden` if
 * the user may not see costs.
 */
type ShownCost =
  | 'hidden'
  | undefined
  | { readonly price: number | null; readonly from: 'purchase' | 'lot' | 'product' | null }

function useShownCost({ productId, purchaseId, warehouseId }: ReceiptValues): ShownCost {
  const { record: purchase } = useRecord('purchases', purchaseId)
  const costs = useReceiptCosts(productId === null ? [] : [productId], warehouseId)
  if (costs === null) return 'hidden'
  if (purchaseId !== null) return purchase && { price: purchase.unitCost, from: 'purchase' }
  const found = productId === null ? undefined : costs.get(productId)
  return found && { price: found.unitCost ?? null, from: found.source ?? null }
}

/** Returns whether the user must type a price, because there is none that could apply. */
const isPriceAsked = (cost: ShownCost) => cost !== 'hidden' && cost?.price === null

const sayCost = (say: Say<'stock'>, { price, from }: Exclude<ShownCost, 'hidden' | undefined>): string =>
  price === null ? say('neverReceived') : say(`cost-${from ?? 'product'}`, { price: money(price) })

interface ReceiptFieldsProps {
  readonly form: ReceiptCommand
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  readonly cost: ShownCost
}

function ReceiptFields({ form, isAsked, cost }: ReceiptFieldsProps) {
  const say = useWords('stock')
  const core = useWords('core')
  const { values, change, failure } = form
  useScannedProduct(values, change, values.purchaseId !== null)
  const missing = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  return (
    <>
      <GoodsFields
        labels={{ product: say('product'), supplier: say('supplier'), warehouse: say('warehouse') }}
        values={values}
        failure={failure}
        isAsked={isAsked}
        isBegun={form.isChanged}
        isProductLocked={values.purchaseId !== null}
        onChange={change}
      />
      <ReceiptFigures form={form} missing={missing} cost={cost} />
      <PaperFields
        labels={{ documentDate: say('documentDate'), documentNumber: say('documentNumber') }}
        values={{ ...NO_PAPER, ...values }}
        failure={failure}
        onChange={change}
      />
    </>
  )
}

interface ReceiptFiguresProps {
  readonly form: ReceiptCommand
  readonly missing: (isMissing: boolean) => string | undefined
  readonly cost: ShownCost
}

function ReceiptFigures({ form, missing, cost }: ReceiptFiguresProps) {
  const say = useWords('stock')
  const hasComma = useLanguage() === 'ru'
  const { seesCosts } = useMe()
  const { values, change, failure } = form
  const figure = (name: 'quantity' | 'damaged' | 'missing') => ({
    label: say(name),
    hasComma,
    decimals: 3,
    value: values[name],
    onChange: (typed: string) => change({ [name]: typed } as Partial<ReceiptValues>),
  })
  const isTooBad = goodOf(values) < 0
  const isUnknown = failure instanceof ApiError && failure.code === 'UNIT_COST_UNKNOWN'
  return (
    <div className={classes.pair}>
      <NumberField
        {...figure('quantity')}
        {...NEEDED}
        isPositive
        error={fieldFailure(failure, '/quantity') ?? missing(!(figureOf(values.quantity) ?? 0))}
      />
      {(seesCosts || isUnknown || values.unitCost !== '') && (
        <NumberField
          label={say(seesCosts ? 'unitCost' : 'deliveredPrice')}
          {...(isUnknown || isPriceAsked(cost) ? NEEDED : {})}
          placeholder={cost === 'hidden' || cost === undefined ? '' : sayCost(say, cost)}
          hasComma={hasComma}
          decimals={2}
          rightSection="₽"
          value={values.unitCost}
          error={
            fieldFailure(failure, '/unitCost') ??
            missing(cost !== 'hidden' && figureOf(values.unitCost) === null && cost?.price == null)
          }
          onChange={(unitCost) => change({ unitCost })}
        />
      )}
      <NumberField
        {...figure('damaged')}
        error={fieldFailure(failure, '/damaged') ?? (isTooBad ? say('moreBadThanAll') : undefined)}
      />
      <NumberField {...figure('missing')} error={fieldFailure(failure, '/missing')} />
    </div>
  )
}

const EMPTY: ReceiptValues = {
  productId: null,
  warehouseId: '',
  supplierId: null,
  supplier: '',
  purchaseId: null,
  quantity: '',
  damaged: '',
  missing: '',
  unitCost: '',
  shownCost: null,
  ...NO_PAPER,
}

/** Returns the quantity that is added to the stock: what arrived, less what is damaged. */
const goodOf = (values: ReceiptValues) =>
  units(
    milli(figureOf(values.quantity) ?? 0) - milli(figureOf(values.damaged) ?? 0) - milli(figureOf(values.missing) ?? 0),
  )

function bodyOf(values: ReceiptValues) {
  return {
    productId: values.productId!,
    warehouseId: values.warehouseId,
    supplier: values.supplier,
    unitCost: figureOf(values.unitCost) ?? values.shownCost,
    quantity: figureOf(values.quantity)!,
    damaged: figureOf(values.damaged) ?? 0,
    missing: figureOf(values.missing) ?? 0,
    ...(values.purchaseId === null ? {} : { purchaseId: values.purchaseId }),
    // A draft that an earlier version of the app stored has no number and date of a paper document.
    ...paperBody({ ...NO_PAPER, ...values }),
  }
}

interface ConsequenceProps {
  readonly values: ReceiptValues
  readonly product: Product | undefined
  readonly cost: ShownCost
}

/**
 * Explains what the receipt will do, for example `Станет в наличии 22 шт, сейчас 12 шт. Партия 10 шт по 120 ₽, всего 1
 * 200 ₽.`
 */
function Consequence({ values, product, cost }: ConsequenceProps) {
  const say = useWords('stock')
  const { seesCosts } = useMe()
  const { data: rows } = useStockRows(product)
  const good = goodOf(values)
  if (product === undefined || rows === undefined || !((figureOf(values.quantity) ?? 0) > 0) || good < 0) return null
  if (good === 0) return say('willReceiveNothing')
  const before = rows.find((row) => row.warehouseId === values.warehouseId)?.onHand ?? 0
  const price = figureOf(values.unitCost) ?? (cost === 'hidden' ? null : (cost?.price ?? null))
  const words = [
    say('willReceive', {
      before: quantity(before, product.uom),
      after: quantity(plus(before, good), product.uom),
    }),
    ...(price === null || !seesCosts
      ? []
      : [
          say('willReceiveLot', {
            good: quantity(good, product.uom),
            price: money(price),
            sum: money(costAt(good, price)),
          }),
        ]),
  ]
  return words.join(' ')
}

/**
 * Returns the values with which the form opens for a purchase: its product, supplier and warehouse, and what is still
 * expected.
 */
function ofPurchase(purchase: Purchase): Partial<ReceiptValues> {
  const { id, productId, warehouseId, supplierId, supplier, unitCost } = purchase
  const left = leftOf(purchase)
  return {
    purchaseId: id,
    productId,
    warehouseId,
    supplierId,
    supplier,
    unitCost: String(unitCost),
    quantity: left > 0 ? String(left) : '',
  }
}

/** A field for choosing a purchase from which goods are still expected. It is only for users who may see costs. */
function PurchaseField({ form }: { readonly form: ReceiptCommand }) {
  const say = useWords('stock')
  const sees = useMay()('who sees costs')
  const { values, change } = form
  const { items } = useList('purchases', { status: ['open', 'partial'], limit: 100 }, sees)
  const products = useRecords(
    'products',
    items.map(({ productId }) => productId),
  )
  if (!sees || (items.length === 0 && values.purchaseId === null)) return null
  const choose = (id: string) => {
    const purchase = items.find((one) => one.id === id)
    change(purchase === undefined ? { purchaseId: null } : ofPurchase(purchase))
  }
  return (
    <NativeSelect
      label={say('purchase')}
      value={values.purchaseId ?? ''}
      data={[
        { value: '', label: say('freeReceipt') },
        ...items.map((one) => ({
          value: one.id,
          label: say('purchaseLine', {
            number: one.number,
            product: products.get(one.productId)?.name ?? '…',
            left: quantity(leftOf(one), products.get(one.productId)?.uom),
          }),
        })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
