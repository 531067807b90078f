/**
 * The two lists on the counting screen: the products that are being counted now, and those that the sheet already
 * contains, which the user can correct.
 */
import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { plus } from '../../data/amounts.ts'
import type { Counted } from '../../data/floor/counted.ts'
import { isOfGoods, type Waiting } from '../../data/floor/waiting.ts'
import { quantity } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import type { Counting, CountLine } from './counting.ts'
import classes from './floor.module.css'
import { ConfirmOnFloor } from './goods-task.tsx'
import { Candidates, RemoveLine } from './lines.tsx'

interface CountLinesProps {
  readonly lines: readonly CountLine[]
  /** The products being counted again, by id. */
  readonly again: Readonly<Record<string, number>>
  readonly counted: readonly Counted[]
  readonly inBooks: (productId: string | null) => number | undefined
  readonly counting: Counting
  readonly onRecord: (key: string) => void
}

export function CountLines({ lines, again, counted, inBooks, counting, onRecord }: CountLinesProps) {
  const say = useWords('floor')
  if (lines.length === 0) return null
  return (
    <ul className={classes.rows} aria-label={say('counting')}>
      {lines.map((line) => {
        const { key, name, productId, state } = line
        const isAgain = (productId ?? '') in again
        const onSheet = isAgain ? undefined : counted.find((one) => one.productId === productId)
        return (
          <li key={key} className={classes.line} data-state={state} data-count>
            <div className={classes.lineHead}>
              <span className={classes.lineName}>
                {name}
                <LineNotes line={line} isAgain={isAgain} onSheet={onSheet} inBooks={inBooks(productId)} />
              </span>
            </div>
            {state === 'ambiguous' && <Candidates line={line} scanning={counting} />}
            <div className={classes.lineFields}>
              <CountField
                label={say('quantityOf', { name })}
                value={line.typed ?? String(line.quantity)}
                unit={line.uom}
                onChange={(typed) => counting.type(key, typed)}
                onEnter={() => onRecord(key)}
              />
              <RemoveLine name={name} onRemove={() => counting.remove(key)} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface LineNotesProps {
  readonly line: CountLine
  readonly isAgain: boolean
  readonly onSheet: Counted | undefined
  readonly inBooks: number | undefined
}

function LineNotes({ line: { state, uom, quantity: more }, isAgain, onSheet, inBooks }: LineNotesProps) {
  const say = useWords('floor')
  const notes = [
    state === 'known' ? null : say(`line-${state}`),
    isAgain && say('countingAgain'),
    inBooks !== undefined && say('inBooks', { quantity: quantity(inBooks, uom) }),
    onSheet !== undefined &&
      say('onSheet', { before: quantity(onSheet.quantity, uom), total: quantity(plus(onSheet.quantity, more), uom) }),
  ]
  return <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
}

interface CountFieldProps {
  readonly label: string
  readonly value: string
  readonly unit: string | null
  readonly onChange: (typed: string) => void
  readonly onEnter: () => void
}

/**
 * A field for a counted quantity, which may be 0. The text is stored after every key press, because the next scan may
 * come at any time.
 */
function CountField({ label, value, unit, onChange, onEnter }: CountFieldProps) {
  const hasComma = useLanguage() === 'ru'
  return (
    <NumberField
      size="lg"
      className={classes.grow}
      aria-label={label}
      decimals={3}
      hasComma={hasComma}
      unit={unit}
      value={value}
      onChange={onChange}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}

interface CountedListProps {
  readonly counted: readonly Counted[]
  /** Count operations for codes that were scanned offline and have not been looked up yet. */
  readonly unnamed: readonly Waiting[]
  readonly onCorrect: (one: Counted, quantity: number) => void
}

export function CountedList({ counted, unnamed, onCorrect }: CountedListProps) {
  const say = useWords('floor')
  const [open, setOpen] = useState<string | null>(null)
  if (counted.length + unnamed.length === 0) return null
  return (
    <section>
      <h2 className={classes.note}>{say('countedHere')}</h2>
      <ul className={classes.rows} aria-label={say('countedHere')}>
        {unnamed.map(({ key, name, task }) => (
          <li key={key} className={classes.line}>
            <div className={classes.lineHead}>
              <span className={classes.lineName}>
                {name}
                <span className={classes.note}>{say('line-waiting')}</span>
              </span>
              <span className={classes.lineQuantity}>{quantity(isOfGoods(task) ? task.quantity : 0)}</span>
            </div>
          </li>
        ))}
        {counted.map((one) => (
          <li key={one.productId} className={classes.line}>
            <UnstyledButton
              className={classes.lineHead}
              aria-expanded={one.productId === open}
              onClick={() => setOpen((before) => (before === one.productId ? null : one.productId))}
            >
              <span className={classes.lineName}>{one.name}</span>
              <span className={classes.lineQuantity}>{quantity(one.quantity, one.uom)}</span>
            </UnstyledButton>
            {one.productId === open && (
              <Correction
                key={one.quantity}
                one={one}
                onCorrect={(next) => {
                  setOpen(null)
                  onCorrect(one, next)
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CorrectionProps {
  readonly one: Counted
  readonly onCorrect: (quantity: number) => void
}

/** Lets the user change the quantity of a product on the sheet, or undo the last count of it. */
function Correction({ one, onCorrect }: CorrectionProps) {
  const say = useWords('floor')
  const { name, uom, before } = one
  const [typed, setTyped] = useState(String(one.quantity))
  const [isAsked, setAsked] = useState(false)
  const total = figureOf(typed)
  const correct = () => {
    if (total !== null && total >= 0 && total !== one.quantity) onCorrect(total)
  }
  return (
    <div className={classes.lineFields}>
      <CountField
        label={say('totalOnSheet', { name })}
        value={typed}
        unit={uom}
        onChange={setTyped}
        onEnter={correct}
      />
      <Button size="lg" disabled={total === null || total < 0 || total === one.quantity} onClick={correct}>
        {say('correct')}
      </Button>
      <Button size="lg" variant="default" onClick={() => setAsked(true)}>
        {say('undoCount')}
      </Button>
      {isAsked && (
        <ConfirmOnFloor
          action={say('undoCount')}
          consequence={say(before === 0 ? 'willUndoToNone' : 'willUndo', { name, quantity: quantity(before, uom) })}
          onConfirm={() => onCorrect(before)}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}
