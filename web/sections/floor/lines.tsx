/** The list of the goods scanned so far. The latest line is on top, and the user can change quantities. */
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { figureOf } from '../../../spellings/figures.ts'
import { IconMinus, IconPlus, IconTrash } from '../../components/icons.ts'
import { NumberField } from '../../components/number-field.tsx'
import { milli, plus } from '../../data/amounts.ts'
import { labelText } from '../../parts/label-text.ts'
import { quantity } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import classes from './floor.module.css'
import type { ScannedLine, Scanning } from './scanned-lines.ts'

interface LineListProps {
  readonly lines: readonly ScannedLine[]
  readonly scanning: Scanning
  /** Returns a note to show below a scanned line; null when there is none. */
  readonly noteOf?: (line: ScannedLine) => string | null
  /** Returns a warning to show below a scanned line; null when there is none. */
  readonly warningOf?: (line: ScannedLine) => string | null
}

export function LineList({ lines, scanning, noteOf, warningOf }: LineListProps) {
  const say = useWords('floor')
  const [chosen, setChosen] = useState<string | null>(null)
  const top = lines[0]?.key
  // After a scan, open the line to which the item was added.
  const scanned = `${top} ${lines[0]?.quantity}`
  useEffect(() => {
    if (scanned !== '') setChosen(null)
  }, [scanned])
  const open = chosen ?? top
  return (
    <ul className={classes.rows} aria-label={say('lines')}>
      {lines.map((line) => (
        <li key={line.key} className={classes.line} data-state={line.state}>
          <UnstyledButton
            className={classes.lineHead}
            aria-expanded={line.key === open}
            onClick={() => setChosen(line.key)}
          >
            <span className={classes.lineName}>
              {line.name}
              <LineNote line={line} note={noteOf?.(line) ?? null} warning={warningOf?.(line) ?? null} />
            </span>
            <span className={classes.lineQuantity}>{quantity(line.quantity, line.uom)}</span>
          </UnstyledButton>
          {line.state === 'ambiguous' && <Candidates line={line} scanning={scanning} />}
          {line.key === open && <LineFields line={line} scanning={scanning} />}
        </li>
      ))}
    </ul>
  )
}

interface LineNoteProps {
  readonly line: ScannedLine
  readonly note: string | null
  readonly warning: string | null
}

function LineNote({ line, note, warning }: LineNoteProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const text = line.state === 'known' ? note : say(`line-${line.state}`)
  const told = [text, labelText(core, line.labels)].filter(Boolean).join(' · ')
  return (
    <>
      {told !== '' && <span className={classes.note}>{told}</span>}
      {warning !== null && (
        <span className={classes.warning} role="status">
          {warning}
        </span>
      )}
    </>
  )
}

interface CandidatesProps {
  readonly line: ScannedLine
  readonly scanning: Pick<Scanning, 'choose'>
}

/**
 * Lists the products that share a scanned code. The user chooses one, and the scanned quantity goes to that product.
 */
export function Candidates({ line, scanning }: CandidatesProps) {
  return (
    <div className={classes.candidates}>
      {line.candidates?.map((one) => (
        <Button
          key={one.product.id}
          size="lg"
          variant="default"
          fullWidth
          className={classes.candidate}
          onClick={() => scanning.choose(line.key, one)}
        >
          {[one.product.name, one.product.sku].filter(Boolean).join(' · ')}
        </Button>
      ))}
    </div>
  )
}

interface LineFieldsProps {
  readonly line: ScannedLine
  readonly scanning: Scanning
}

function LineFields({ line, scanning }: LineFieldsProps) {
  const say = useWords('floor')
  const { key, name } = line
  const add = (step: number) => {
    const next = plus(line.quantity, step)
    if (next > 0) scanning.setQuantity(key, next)
  }
  return (
    <div className={classes.lineFields}>
      <ActionIcon
        variant="default"
        size={50}
        aria-label={say('less', { name })}
        disabled={milli(line.quantity) <= milli(1)}
        onClick={() => add(-1)}
      >
        <IconMinus size={22} aria-hidden />
      </ActionIcon>
      <QuantityField
        label={say('quantityOf', { name })}
        value={line.quantity}
        unit={line.uom}
        onChange={(next) => scanning.setQuantity(key, next)}
      />
      <ActionIcon variant="default" size={50} aria-label={say('more', { name })} onClick={() => add(1)}>
        <IconPlus size={22} aria-hidden />
      </ActionIcon>
      <RemoveLine name={name} onRemove={() => scanning.remove(key)} />
    </div>
  )
}

/** The button that removes a scanned line. `name` is the name of the product in that line. */
export function RemoveLine({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const core = useWords('core')
  return (
    <ActionIcon variant="default" size={50} aria-label={`${core('remove')}: ${name}`} onClick={onRemove}>
      <IconTrash size={22} aria-hidden />
    </ActionIcon>
  )
}

interface DamagedFieldProps {
  /** The product's name. */
  readonly name: string
  readonly unit: string | null | undefined
  readonly value: number
  readonly onChange: (damaged: number) => void
}

/** Asks how much of the counted goods of a line is damaged. */
export function DamagedField({ name, ...field }: DamagedFieldProps) {
  const say = useWords('floor')
  return (
    <div className={classes.lineFields}>
      <span aria-hidden>{say('backDamagedShort')}</span>
      <QuantityField label={say('backDamaged', { name })} takesZero {...field} />
    </div>
  )
}

interface QuantityFieldProps {
  readonly label: string
  readonly value: number
  readonly unit?: string | null | undefined
  /** Whether the quantity 0 is allowed, as it is in a stocktake. */
  readonly takesZero?: boolean
  readonly onChange: (quantity: number) => void
}

/**
 * A field for the quantity of a scanned line. The number is used when the user presses Enter or leaves the field. Text
 * that is not a number stays in the field, and the task cannot be sent.
 */
export function QuantityField({ label, value, unit, takesZero = false, onChange }: QuantityFieldProps) {
  const hasComma = useLanguage() === 'ru'
  const [kept, setKept] = useState(String(value))
  useEffect(() => setKept(String(value)), [value])
  const finish = (typed: string) => {
    const next = figureOf(typed)
    if (next !== null && (milli(next) > 0 || (takesZero && milli(next) === 0))) onChange(next)
    else if (typed.trim() === '') setKept(String(value))
  }
  return (
    <NumberField
      size="lg"
      className={classes.grow}
      aria-label={label}
      decimals={3}
      hasComma={hasComma}
      isPositive={!takesZero}
      unit={unit ?? null}
      value={kept}
      onChange={setKept}
      onConfirmed={finish}
      onBlur={() => finish(kept)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        finish(kept)
      }}
    />
  )
}
