/**
 * A number field. When the user leaves the field, a readable number is formatted; unreadable text stays as typed, and
 * the field shows what is wrong with it.
 */
import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type FigureWords, figureOf, isUnread, readFigure, shownFigure, unread } from '../../spellings/figures.ts'
import classes from './number-field.module.css'

export interface NumberFieldWords extends FigureWords {
  readonly notPositive: string
  /** Returns a question such as "Is 500,000 right?", which asks the user to confirm a very large number. */
  readonly isItSo: (figure: string) => string
  readonly itIs: string
}

const Words = createContext<NumberFieldWords | null>(null)

/**
 * The quantity from which the user is asked for confirmation, because it is usually a scanned code or has a zero too
 * many.
 */
const ASKED_FROM = 100_000
const QUANTITY_DECIMALS = 3

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /**
   * The field's value: a number with a decimal point such as `1234.5`, or '' for none. Text that is not a number is
   * marked using `unread`.
   */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly decimals: number
  /** Whether decimals are written with a comma, as in Russian. */
  readonly hasComma: boolean
  /** Whether the field accepts only numbers greater than zero. */
  readonly isPositive?: boolean
  /** The unit of measure, shown in the question about a large number. */
  readonly unit?: string | null
  /** Called when the user confirms that a very large number is right. */
  readonly onConfirmed?: (value: string) => void
}

export function NumberField(props: NumberFieldProps) {
  const { value, onChange, decimals, hasComma, isPositive, unit, error, onConfirmed, onBlur, onKeyDown, ...rest } =
    props
  const words = useContext(Words)!
  const [own, setOwn] = useState({ of: value, text: shownFigure(value, { hasComma }) })
  const [isLeft, setLeft] = useState(value !== '' && figureOf(value) === null)
  // A value that the user did not type into this field, such as one from a record, needs no confirmation.
  const [confirmed, setConfirmed] = useState(value)
  const text = own.of === value ? own.text : shownFigure(value, { hasComma })
  const keep = (typed: string, meant: string | null) => {
    const reading = readFigure(typed, decimals, words)
    const isAsked = 'text' in reading && reading.text !== meant && isMuch(reading.text, decimals)
    const kept = 'problem' in reading || isAsked ? unread(typed) : reading.text
    setOwn({ of: kept, text: typed })
    if (kept !== value) onChange(kept)
    return kept
  }
  const reading = readFigure(text, decimals, words)
  const isAsking = isUnread(value) && 'text' in reading && reading.text !== ''
  const leave = () => {
    setLeft(true)
    if (!isUnread(value)) setOwn({ of: value, text: shownFigure(value, { hasComma, typed: text }) })
  }
  const confirm = () => {
    const { text: meant } = reading as { text: string }
    setConfirmed(meant)
    setOwn({ of: meant, text: shownFigure(meant, { hasComma }) })
    onChange(meant)
    onConfirmed?.(meant)
  }
  const isNought = isPositive === true && figureOf(value) === 0
  let wrong: ReactNode = error
  if (isAsking)
    wrong = (
      <Question
        text={words.isItSo([shownFigure(reading.text, { hasComma }), unit].filter(Boolean).join('\u00a0'))}
        answer={words.itIs}
        onConfirm={confirm}
      />
    )
  else if ('problem' in reading && isLeft) wrong = reading.problem
  else if (isNought && (isLeft || error)) wrong = words.notPositive
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      styles={{ input: { textAlign: 'end' } }}
      {...rest}
      data-unread={isUnread(value) || 'problem' in reading || undefined}
      value={text}
      error={wrong}
      onChange={(event) => {
        setLeft(false)
        keep(event.currentTarget.value, confirmed)
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave()
        onKeyDown?.(event)
      }}
    />
  )
}

const isMuch = (figure: string, decimals: number) =>
  decimals === QUANTITY_DECIMALS && (figureOf(figure) ?? 0) >= ASKED_FROM

interface QuestionProps {
  readonly text: string
  readonly answer: string
  readonly onConfirm: () => void
}

function Question({ text, answer, onConfirm }: QuestionProps) {
  return (
    <span className={classes.question}>
      {text}{' '}
      <UnstyledButton className={classes.answer} onClick={onConfirm}>
        {answer}
      </UnstyledButton>
    </span>
  )
}

/** Moves the focus to the first field with an unreadable number. Returns false if there is none. */
export function leadToUnread(within: Element | null): boolean {
  const field = within?.querySelector<HTMLElement>('[data-unread]') ?? null
  // Move the focus out of the number field and back again, which makes the field show its error message.
  field?.blur()
  field?.focus()
  return field !== null
}

interface FigureWordsProps {
  readonly words: NumberFieldWords
  readonly children: ReactNode
}

/**
 * Provides the texts of all number fields inside this component. While mounted, it prevents the submission of forms
 * that contain an unreadable number.
 */
export function FigureWordsPlace({ words, children }: FigureWordsProps) {
  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      if (!(event.target instanceof Element) || !leadToUnread(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('submit', hold, true)
    return () => window.removeEventListener('submit', hold, true)
  }, [])
  return <Words value={words}>{children}</Words>
}
