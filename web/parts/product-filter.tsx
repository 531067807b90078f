/** The list filter `?product=`, hidden unless a link to the list has set it. */
import { useAddress } from '../data/address.ts'
import { useWords } from '../words/words.ts'
import parts from './parts.module.css'
import { RecordPicker } from './record-picker.tsx'

export function ProductFilter() {
  const core = useWords('core')
  const [address, change] = useAddress()
  if (!address.product) return null
  return (
    <div className={parts.picker}>
      <RecordPicker
        kind="products"
        label={core('product')}
        isLabelHidden
        value={address.product}
        onChange={(id) => change({ product: id ?? undefined })}
      />
    </div>
  )
}
