/**
 * A list filter by partner. It is not in the file with the other filters, because the record picker's code is large.
 */
import { useAddress } from '../data/address.ts'
import { useRecord } from '../data/lists.ts'
import classes from './parts.module.css'
import { RecordPicker } from './record-picker.tsx'

interface PartnerFilterProps {
  /** The name of the filter in the page address. */
  readonly name: string
  readonly label: string
}

export function PartnerFilter({ name, label }: PartnerFilterProps) {
  const [address, change] = useAddress()
  // A partner that has since been deleted has no name to show.
  const { error } = useRecord('partners', address[name])
  return (
    <div className={classes.picker}>
      <RecordPicker
        kind="partners"
        label={label}
        isLabelHidden
        value={error === null ? (address[name] ?? null) : null}
        onChange={(id) => change({ [name]: id ?? undefined })}
      />
    </div>
  )
}
