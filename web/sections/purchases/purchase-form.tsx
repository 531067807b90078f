/** The form for a new purchase: one product ordered from one supplier. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CreatePurchaseBody, Purchase } from '../../../sdk/types.ts'
import { Fold } from '../../components/fold.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { useCommand } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { amountOf } from '../../data/purchases.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { NEEDED } from '../../parts/form.tsx'
import { FormPanel } from '../../parts/form-panel.tsx'
import { GoodsFields } from '../../parts/goods-fields.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { purchases } from '../../records/purchases.ts'
import { money, quantity as shown } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { readQuantity } from '../lines/product-line.ts'
import { useScannedProduct } from '../lines/scanned-product.ts'
import { readCost } from '../purchasing/document-values.ts'
import { useGo } from '../purchasing/going.ts'
import classes from '../purchasing/purchasing.module.css'
import { RecordFields } from '../records/record-fields.tsx'
import { plainBody, plainCopy, plainValues, type Values } from '../records/spec.ts'

/**
 * The values of the purchase form. The values of the plain fields, which the definition of purchases lists, are added
 * to them.
 */
interface PurchaseValues extends Values {
  readonly productId: string | null
  readonly supplierId: string | null
  readonly warehouseId: string
  readonly quantity: string
  readonly unitCost: string
}

const EMPTY: PurchaseValues = {
  ...plainValues(purchases.fields, null),
  productId: null,
  supplierId: null,
  warehouseId: '',
  quantity: '',
  unitCost: '',
}

const copyOf = (purchase: Purchase): PurchaseValues => ({
  ...plainCopy(purchases.fields, purchase),
  productId: purchase.productId,
  supplierId: purchase.supplierId,
  warehouseId: purchase.warehouseId,
  quantity: String(purchase.quantity),
  unitCost: String(purchase.unitCost),
})

/** The form for a new purchase, which calls POST /purchases. In the page address, `?copy=` names a purchase to copy. */
export function NewPurchase() {
  const say = useWords('purchasing')
  const { toList } = useGo('purchases')
  const [{ copy, product, supplier }] = useAddress()
  const view = useRecord('purchases', copy)
  if (copy === undefined)
    return <PurchaseForm name="" initial={{ ...EMPTY, productId: product ?? null, supplierId: supplier ?? null }} />
  return (
    <RecordGate view={view} title={say('newPurchase')} onClose={toList}>
      {(purchase) => <PurchaseForm key={copy} name={copy} initial={copyOf(purchase)} />}
    </RecordGate>
  )
}

const isReady = ({ productId, supplierId, warehouseId, quantity, unitCost }: PurchaseValues) =>
  productId !== null &&
  supplierId !== null &&
  warehouseId !== '' &&
  readQuantity(quantity) !== null &&
  readCost(unitCost) !== null

const bodyOf = (values: PurchaseValues, supplier: string): CreatePurchaseBody => ({
  ...plainBody(purchases.fields, values),
  productId: values.productId!,
  warehouseId: values.warehouseId,
  supplier,
  quantity: readQuantity(values.quantity)!,
  unitCost: readCost(values.unitCost)!,
})

function PurchaseForm({ name, initial }: { readonly name: string; readonly initial: PurchaseValues }) {
  const say = useWords('purchasing')
  const { toList, toRecord } = useGo('purchases')
  const [isAsked, setAsked] = useState(false)
  const form = useCommand<PurchaseValues & { readonly supplier: string }, Purchase>({
    name: `purchasing/purchases/new/${name}`,
    initial: () => ({ ...initial, supplier: '' }),
    send: (values, sending) => client.purchases.create(bodyOf(values, values.supplier), sending),
    onDone: ({ id, number }) => {
      toast(say('purchaseMade', { number }))
      toRecord(id)
    },
  })
  const { values, change } = form
  const { record: supplier } = useRecord('partners', values.supplierId)
  const { record: product } = useRecord('products', values.productId)
  const submit = () => {
    setAsked(!isReady(values))
    // The API expects the supplier's current name, so wait until it is loaded.
    if (!isReady(values) || supplier === undefined) return
    change({ supplier: supplier.name })
    void form.submit()
  }
  const [amount, cost] = [readQuantity(values.quantity), readCost(values.unitCost)]
  const figures = {
    what: shown(amount, product?.uom),
    total: money(amountOf({ quantity: amount ?? 0, unitCost: cost ?? 0 })),
  }
  return (
    <FormPanel
      title={say('newPurchase')}
      form={form}
      onClose={toList}
      onSubmit={submit}
      action={say('order')}
      consequence={amount !== null && cost !== null ? <Text size="sm">{say('willExpect', figures)}</Text> : <span />}
    >
      <PurchaseFields
        values={values}
        failure={form.failure}
        isAsked={isAsked}
        isBegun={form.isChanged}
        onChange={change}
      />
    </FormPanel>
  )
}

interface FieldsProps {
  readonly values: PurchaseValues
  readonly failure: Error | null
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  readonly isBegun: boolean
  readonly onChange: (parts: Partial<PurchaseValues>) => void
}

function PurchaseFields({ values, failure, isAsked, isBegun, onChange }: FieldsProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const missing = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  useScannedProduct(values, ({ productId, quantity }) => onChange({ productId, quantity }))
  // The fields for exchanging data with other systems are hidden at first, because users rarely fill them in.
  const [isOpen, setOpen] = useState(() => purchases.fields.some(({ name }) => values[name]))
  return (
    <>
      <Text size="sm" c="dimmed">
        {say('oneProduct')}{' '}
        <Anchor
          component={Link}
          to="/purchasing/documents/new"
          search={{ make: 'purchase_order' } as never}
          size="sm"
          underline="always"
        >
          {say('kind-purchase_order')}
        </Anchor>
      </Text>
      <GoodsFields
        labels={{ product: say('product'), supplier: say('supplier'), warehouse: say('warehouse') }}
        values={values}
        failure={failure}
        isAsked={isAsked}
        isBegun={isBegun}
        onChange={onChange}
      />
      <div className={classes.pair}>
        <NumberField
          {...NEEDED}
          label={say('quantity')}
          hasComma={hasComma}
          decimals={3}
          isPositive
          value={values.quantity}
          error={fieldFailure(failure, '/quantity') ?? missing(readQuantity(values.quantity) === null)}
          onChange={(quantity) => onChange({ quantity })}
        />
        <NumberField
          {...NEEDED}
          label={say('cost')}
          hasComma={hasComma}
          decimals={2}
          rightSection="₽"
          value={values.unitCost}
          error={fieldFailure(failure, '/unitCost') ?? missing(readCost(values.unitCost) === null)}
          onChange={(unitCost) => onChange({ unitCost })}
        />
      </div>
      <Fold label={say('exchangeFields')} isOpen={isOpen || failure !== null} onToggle={setOpen}>
        <RecordFields spec={purchases} values={values} failure={failure} isNew onChange={onChange} />
      </Fold>
    </>
  )
}
