/** A field for a customer or supplier. The user chooses an existing partner or creates a new one from just a name. */
import type { Partner } from '../../sdk/types.ts'
import { client } from '../data/client.ts'
import { useAction } from '../data/command.ts'
import { useMay } from '../data/session.ts'
import { Failure } from './failure.tsx'
import { RecordPicker } from './record-picker.tsx'

const TYPES = { customer: 'Покупатель', supplier: 'Поставщик' } as const
const ROLE_WORDS = { customer: ['покупатель', 'customer'], supplier: ['поставщик', 'supplier'] } as const

interface PartnerFieldProps {
  readonly as: keyof typeof TYPES
  readonly label: string
  readonly value: string | null
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  /** Whether the form can be submitted without a partner in this field. */
  readonly isOptional?: boolean
  readonly onChange: (id: string | null) => void
}

export function PartnerField({ as: role, label, value, error, autoFocus, isOptional, onChange }: PartnerFieldProps) {
  const may = useMay()
  const creation = useAction<string, Partner>((name, sending) =>
    client.partners.create({ name, type: TYPES[role] }, sending),
  )
  const create = async (name: string) => (await creation.run(name))?.id ?? null
  return (
    <>
      <RecordPicker
        kind="partners"
        label={label}
        required={!isOptional}
        autoFocus={autoFocus ?? false}
        value={value}
        error={error}
        fits={((partner: Partner) => isOf(partner, role)) as (partner: never) => boolean}
        onCreate={may('managers') ? create : undefined}
        onChange={onChange}
      />
      <Failure error={creation.failure} />
    </>
  )
}

/**
 * Returns whether a partner is a customer, or a supplier, as given by `role`. A partner without any role counts as
 * both.
 */
function isOf({ type, roles }: Partner, role: keyof typeof TYPES): boolean {
  const words = [...(type === null ? [] : [type]), ...roles].map((word) => word.toLowerCase())
  return words.length === 0 || words.some((word) => ROLE_WORDS[role].some((one) => one === word))
}
