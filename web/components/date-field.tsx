/**
 * A date field: the user types a date in any readable form, or chooses it in a calendar whose code is loaded on first
 * use.
 */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { CalendarWords } from './calendar.tsx'
import classes from './date-field.module.css'
import { IconCalendar } from './icons.ts'
import { lazyPart } from './lazy-part.tsx'

const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar, { place: 'field' })

/** The functions and texts for dates in the user's language. */
export interface DayWriting {
  readonly language: string
  /** The date format shown to the user, such as `дд.мм.гггг`. */
  readonly pattern: string
  /** Returns the typed date in the form `2026-03-05`; null if the text is not a date. */
  readonly read: (text: string) => string | null
  /** Whether the typed date is complete, so that no further digits are expected. */
  readonly isWhole: (text: string) => boolean
  readonly show: (day: string) => string
  readonly today: () => string
  readonly unclear: string
  readonly tooLate: (last: string) => string
  readonly calendar: CalendarWords
}

export interface DateFieldProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'max' | 'rightSection' | 'type' | 'placeholder'> {
  /** The value of the field: a date such as `2026-03-05`; '' means none. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly writing: DayWriting
  /** The latest date that the user can choose; undefined means no limit. */
  readonly max?: string | undefined
  /** Whether a date is required. Clearing the field then restores the previous date. */
  readonly isFixed?: boolean
}

interface Typed {
  readonly text: string
  /**
   * The two values that the field has while this typed text is current: its value at the time of typing, and the value
   * read from the text. Any other value was set elsewhere, so the typed text is then discarded.
   */
  readonly of: readonly string[]
}

export function DateField(props: DateFieldProps) {
  const { value, onChange, writing, max, isFixed = false, error, disabled, onBlur, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  const { isOpen, open, close, leave } = useOpening(input)
  const calendarId = useId()
  const typing = useTyping(props)
  const { text, problem, isTold } = typing
  // While the text is not a valid date, the form must not be sent, because it would contain the last valid date
  // instead.
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typing.take() && !event.ctrlKey && !event.metaKey) event.preventDefault()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  return (
    <div className={classes.field} data-bare={rest.label === undefined || undefined}>
      <TextInput
        {...rest}
        ref={input}
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? calendarId : undefined}
        data-mantine-stop-propagation={isOpen || undefined}
        autoComplete="off"
        inputMode="decimal"
        placeholder={writing.pattern}
        disabled={disabled}
        value={text}
        error={isTold && problem !== undefined ? problem : error}
        onChange={(event) => typing.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          typing.take()
          onBlur?.(event)
        }}
        rightSectionWidth={32}
        rightSection={
          <CalendarButton
            label={writing.calendar.open}
            isDisabled={disabled}
            onClick={() => (isOpen ? close() : open())}
          />
        }
      />
      {isOpen && input.current !== null && (
        <Calendar
          id={calendarId}
          anchor={input.current}
          language={writing.language}
          words={writing.calendar}
          value={value}
          today={writing.today()}
          max={max}
          isFixed={isFixed}
          onChoose={(day) => {
            typing.choose(day)
            close()
          }}
          onClose={close}
          onLeave={leave}
        />
      )}
    </div>
  )
}

function useOpening(input: RefObject<HTMLInputElement | null>) {
  const [isOpen, setOpen] = useState(false)
  const leave = () => setOpen(false)
  const open = () => {
    if (input.current?.matches(':enabled:not([readonly])')) setOpen(true)
  }
  const close = () => {
    leave()
    input.current?.focus()
  }
  return { isOpen, open, close, leave }
}

interface CalendarButtonProps {
  readonly label: string
  readonly isDisabled: boolean | undefined
  readonly onClick: () => void
}

/**
 * The button that opens the calendar. It is not a tab stop, because the down arrow opens the calendar from the field.
 */
function CalendarButton({ label, isDisabled = false, onClick }: CalendarButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={-1}
      disabled={isDisabled}
      aria-label={label}
      title={`${label} ↓`}
      onClick={onClick}
    >
      <IconCalendar size={16} aria-hidden />
    </ActionIcon>
  )
}

/**
 * A hook that stores the typed text and decides when to read it as a date: at once if the text is complete, and
 * otherwise when the user presses Enter or leaves the field.
 */
function useTyping({ value, onChange, writing, max, isFixed = false }: DateFieldProps) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const [isTyping, setTyping] = useState(false)
  const [isTold, setTold] = useState(false)
  // Once the field has the value read from the text, its value from before typing no longer counts.
  if (typed?.of[1] === value) setTyped({ text: typed.text, of: [value] })
  const current = typed?.of.includes(value) ? typed.text : undefined
  const text = current ?? (value === '' ? '' : writing.show(value))
  const problemOf = (day: string | null) => {
    if (day === null) return writing.unclear
    return max !== undefined && day > max ? writing.tooLate(writing.show(max)) : undefined
  }
  const read = text.trim() === '' ? '' : writing.read(text)
  const problem = current === undefined || read === '' ? undefined : problemOf(read)
  const choose = (day: string, as = day === '' ? '' : writing.show(day)) => {
    setTyped({ text: as, of: [value, day] })
    if (day !== value) onChange(day)
  }
  const type = (next: string) => {
    setTyping(true)
    setTold(false)
    const day = writing.isWhole(next) ? writing.read(next) : null
    if (next.trim() === '' && !isFixed) choose('', next)
    else if (day !== null && problemOf(day) === undefined) choose(day, next)
    else setTyped({ text: next, of: [value] })
  }
  /**
   * Sets the field to the typed date if the text is a valid date. Returns whether any text was typed since the last
   * time.
   */
  const take = (): boolean => {
    if (!isTyping) return false
    setTyping(false)
    if (problem !== undefined) setTold(true)
    else if (read !== '') choose(read!)
    else setTyped(null)
    return true
  }
  return { text, problem, isTold, type, take, choose }
}
