/** A figure as it is typed: what can be read is formatted when the field is left, what cannot stays as it was typed, with what is wrong. */
import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type FigureWords, figureOf, isUnread, readFigure, shownFigure, unread } from '../../spellings/figures.ts'
import classes from './number-field.module.css'

export interface NumberFieldWords extends FigureWords {
  readonly notPositive: string
  /** Asks whether so much is meant. */
  readonly isItSo: (figure: string) => string
  readonly itIs: string
}

const Words = createContext<NumberFieldWords | null>(null)

/** Quantities of so much are asked about: most are a code, or a nought too many. */
const ASKED_FROM = 100_000
const QUANTITY_DECIMALS = 3

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As text with a point, `1234.5`; '' is none. What could not be read is `unread`. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly decimals: number
  /** Writes decimals with a comma. */
  readonly hasComma: boolean
  /** It may not be nought. */
  readonly isPositive?: boolean
  /** Of the question whether so much is meant. */
  readonly unit?: string | null
  /** It was asked whether so much is meant, and is. */
  readonly onConfirmed?: (value: string) => void
}

export function NumberField(props: NumberFieldProps) {
  const { value, onChange, decimals, hasComma, isPositive, unit, error, onConfirmed, onBlur, onKeyDown, ...rest } =
    props
  const words = useContext(Words)!
  const [own, setOwn] = useState({ of: value, text: shownFigure(value, { hasComma }) })
  const [isLeft, setLeft] = useState(value !== '' && figureOf(value) === null)
  // What came from elsewhere, such as a record, is as it is meant.
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

/** Puts the focus into a field that holds what could not be read. False: there is none within. */
export function leadToUnread(within: Element | null): boolean {
  const field = within?.querySelector<HTMLElement>('[data-unread]') ?? null
  // Left and entered again, it says what is wrong with it.
  field?.blur()
  field?.focus()
  return field !== null
}

interface FigureWordsProps {
  readonly words: NumberFieldWords
  readonly children: ReactNode
}

/** The words of all number fields. As long as it is there, no form is sent with a figure that could not be read. */
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
