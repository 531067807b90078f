/** A filter of a list by a partner; beside the plain ones, since what chooses a record is large. */
import { useAddress } from '../data/address.ts'
import { useRecord } from '../data/lists.ts'
import classes from './parts.module.css'
import { RecordPicker } from './record-picker.tsx'

interface PartnerFilterProps {
  /** Its name in the address. */
  readonly name: string
  readonly label: string
}

export function PartnerFilter({ name, label }: PartnerFilterProps) {
  const [address, change] = useAddress()
  // One that was deleted meanwhile narrows nothing that can be named.
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
