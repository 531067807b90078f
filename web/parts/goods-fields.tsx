/** The fields at the top of every form that adds goods: product, supplier and warehouse. */
import { useCallback } from 'react'
import type { Product } from '../../sdk/types.ts'
import { client } from '../data/client.ts'
import { useAction } from '../data/command.ts'
import { fieldFailure } from '../data/refusals.ts'
import { useMay } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import { Failure } from './failure.tsx'
import { PartnerField } from './partner-field.tsx'
import { RecordPicker } from './record-picker.tsx'
import { WarehouseField } from './warehouse-field.tsx'

interface Goods {
  readonly productId: string | null
  readonly supplierId: string | null
  /** The id of the chosen warehouse; '' means that none is chosen. */
  readonly warehouseId: string
}

interface GoodsFieldsProps {
  readonly labels: { readonly product: string; readonly supplier: string; readonly warehouse: string }
  readonly values: Goods
  readonly failure: Error | null
  /** Whether required fields that are still empty are marked, because the user tried to submit the form. */
  readonly isAsked: boolean
  /** Whether the user has begun to fill in the form. Only then is a default warehouse chosen. */
  readonly isBegun: boolean
  readonly isProductLocked?: boolean
  readonly onChange: (parts: Partial<Goods>) => void
}

/** Limits the choice to products that have stock of their own: products and variants, not bundles and services. */
const STOCKED = { kind: ['product', 'variant'] }

export function GoodsFields(props: GoodsFieldsProps) {
  const { labels, values, failure, isAsked, isBegun, isProductLocked, onChange } = props
  const core = useWords('core')
  const may = useMay()
  const missing = (isMissing: boolean) => (isAsked && isMissing ? core('required') : undefined)
  const setWarehouse = useCallback((warehouseId: string) => onChange({ warehouseId }), [onChange])
  const creation = useAction<string, Product>((name, sending) => client.products.create({ name }, sending))
  const create = async (name: string) => (await creation.run(name))?.id ?? null
  return (
    <>
      <RecordPicker
        kind="products"
        label={labels.product}
        query={STOCKED}
        required
        autoFocus={values.productId === null}
        value={values.productId}
        error={fieldFailure(failure, '/productId') ?? missing(values.productId === null)}
        isLocked={isProductLocked ?? false}
        onCreate={may('managers') ? create : undefined}
        onChange={(productId) => onChange({ productId })}
      />
      <Failure error={creation.failure} />
      <PartnerField
        as="supplier"
        label={labels.supplier}
        value={values.supplierId}
        error={fieldFailure(failure, '/supplier') ?? missing(values.supplierId === null)}
        onChange={(supplierId) => onChange({ supplierId })}
      />
      <WarehouseField
        label={labels.warehouse}
        value={values.warehouseId}
        isFirst={isBegun}
        error={fieldFailure(failure, '/warehouseId') ?? missing(values.warehouseId === '')}
        onChange={setWarehouse}
      />
    </>
  )
}
