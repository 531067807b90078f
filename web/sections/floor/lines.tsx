/** What was scanned so far: the last one on top, with its quantity to be changed. */
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IconMinus, IconPlus, IconTrash } from '../../components/icons.ts'
import { NumberField } from '../../components/number-field.tsx'
import { milli } from '../../data/shipping.ts'
import { quantity } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import classes from './floor.module.css'
import { type ScannedLine, type Scanning, sum } from './scanned-lines.ts'

interface LineListProps {
  readonly lines: readonly ScannedLine[]
  readonly scanning: Scanning
  /** Grows when a scanner typed into the field. */
  readonly spoilt: number
  /** What else is to be known of a line. */
  readonly noteOf?: (line: ScannedLine) => string | null
}

export function LineList({ lines, scanning, spoilt, noteOf }: LineListProps) {
  const say = useWords('floor')
  const [chosen, setChosen] = useState<string | null>(null)
  const top = lines[0]?.key
  // A scan opens its own line.
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
              <LineNote line={line} note={noteOf?.(line) ?? null} />
            </span>
            <span className={classes.lineQuantity}>{quantity(line.quantity, line.uom)}</span>
          </UnstyledButton>
          {line.key === open && <LineFields line={line} scanning={scanning} spoilt={spoilt} />}
        </li>
      ))}
    </ul>
  )
}

function LineNote({ line, note }: { readonly line: ScannedLine; readonly note: string | null }) {
  const say = useWords('floor')
  const text = line.state === 'known' ? note : say(`line-${line.state}`)
  return text === null ? null : <span className={classes.note}>{text}</span>
}

interface LineFieldsProps {
  readonly line: ScannedLine
  readonly scanning: Scanning
  readonly spoilt: number
}

function LineFields({ line, scanning, spoilt }: LineFieldsProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const { key, name } = line
  const add = (step: number) => {
    const next = sum(line.quantity, step)
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
        spoilt={spoilt}
        onChange={(next) => scanning.setQuantity(key, next)}
      />
      <ActionIcon variant="default" size={50} aria-label={say('more', { name })} onClick={() => add(1)}>
        <IconPlus size={22} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={50}
        aria-label={`${core('remove')}: ${name}`}
        onClick={() => scanning.remove(key)}
      >
        <IconTrash size={22} aria-hidden />
      </ActionIcon>
    </div>
  )
}

interface QuantityFieldProps {
  readonly label: string
  readonly value: number
  readonly spoilt: number
  readonly onChange: (quantity: number) => void
}

/** Takes over what is typed when it is left or with Enter, so that what a scanner types into it can be forgotten. */
export function QuantityField({ label, value, spoilt, onChange }: QuantityFieldProps) {
  const hasComma = useLanguage() === 'ru'
  const [typed, setTyped] = useState(String(value))
  useEffect(() => {
    if (spoilt >= 0) setTyped(String(value))
  }, [value, spoilt])
  const finish = () => {
    const next = Number(typed)
    if (Number.isFinite(next) && milli(next) > 0) onChange(next)
    else setTyped(String(value))
  }
  return (
    <NumberField
      size="lg"
      className={classes.grow}
      aria-label={label}
      decimals={3}
      hasComma={hasComma}
      value={typed}
      onChange={setTyped}
      onBlur={finish}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        finish()
      }}
    />
  )
}
