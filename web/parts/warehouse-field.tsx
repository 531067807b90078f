/** A field for choosing a warehouse. A company that has no warehouse yet can create its first one here. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Warehouse } from '../../sdk/types.ts'
import { client } from '../data/client.ts'
import { useAction } from '../data/command.ts'
import { useKept } from '../data/kept.ts'
import { useAll } from '../data/lists.ts'
import { useMay, useMe } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import { BELOW, useChoicesMissing } from './choices-missing.tsx'
import { Failure } from './failure.tsx'
import { NEEDED } from './form.tsx'
import classes from './parts.module.css'

interface WarehouseFieldProps {
  readonly label: string
  /** The id of the chosen warehouse; '' means that none is chosen. */
  readonly value: string
  readonly error?: string | undefined
  /**
   * Whether a warehouse is chosen automatically as soon as the user begins to fill in the form: the one that was last
   * chosen in this browser or, if there is only one warehouse, that one.
   */
  readonly isFirst?: boolean
  /** The id of a warehouse that is left out of the choices. */
  readonly without?: string
  readonly isOptional?: boolean
  readonly onChange: (id: string) => void
}

export function WarehouseField(props: WarehouseFieldProps) {
  const { label, value, error, isFirst, without, isOptional, onChange } = props
  const core = useWords('core')
  const mayCreate = useMay()('managers')
  const view = useAll('warehouses')
  const { record: warehouses } = view
  const missing = useChoicesMissing(view)
  const active = (warehouses ?? []).filter(({ id, archived }) => (!archived && id !== without) || id === value)
  const [mine, setMine] = useMyWarehouse()
  // If there are several warehouses, do not choose one for the user: goods booked to the wrong warehouse are noticed
  // late.
  const preset = active.find(({ id }) => id === mine)?.id ?? (active.length === 1 ? active[0]!.id : undefined)
  const isWanted = isFirst === true && value === '' && preset !== undefined
  useEffect(() => {
    if (isWanted) onChange(preset!)
  }, [isWanted, preset, onChange])
  const choose = (id: string) => {
    if (isFirst !== undefined && id !== '') setMine(id)
    onChange(id)
  }
  if (warehouses !== undefined && active.length === 0 && mayCreate)
    return <FirstWarehouse label={label} onMade={choose} />
  return (
    <NativeSelect
      {...(isOptional ? {} : NEEDED)}
      label={label}
      value={value}
      error={error}
      description={missing}
      inputWrapperOrder={BELOW}
      data={[
        ...(warehouses === undefined ? [{ value, label: view.error === null ? core('loading') : '' }] : []),
        ...(warehouses !== undefined && value === '' ? [{ value: '', label: core('choose') }] : []),
        ...active.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

/** Remembers, for each company, the warehouse that the user chose last in this browser. */
function useMyWarehouse() {
  const { user, company } = useMe()
  return useKept(`warehouse.${company?.id}.${user.id}`, '', (kept): kept is string => typeof kept === 'string')
}

interface FirstWarehouseProps {
  readonly label: string
  readonly onMade: (id: string) => void
}

function FirstWarehouse({ label, onMade }: FirstWarehouseProps) {
  const core = useWords('core')
  const [name, setName] = useState(core('firstWarehouse'))
  const creation = useAction<string, Warehouse>(
    (typed, sending) => client.warehouses.create({ name: typed }, sending),
    ({ id }) => onMade(id),
  )
  const create = () => {
    if (name.trim() !== '') void creation.run(name.trim())
  }
  return (
    <div>
      <Group align="start" gap="xs" wrap="nowrap">
        <TextInput
          className={classes.grow}
          label={label}
          description={core('noWarehouse')}
          inputWrapperOrder={BELOW}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            create()
          }}
        />
        <Button
          className={classes.besideField}
          variant="default"
          flex="none"
          loading={creation.isSending}
          onClick={create}
        >
          {core('create')}
        </Button>
      </Group>
      <Failure error={creation.failure} />
    </div>
  )
}
