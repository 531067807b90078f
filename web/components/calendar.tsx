/**
 * The calendar of a date field, for mouse and keyboard. The arrow keys, Home, End, Page Up and Page Down move to
 * another day, Enter chooses the day, and Escape returns to the field.
 */
import { Button, Popover } from '@mantine/core'
import { Calendar as Months } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import dayjs from 'dayjs'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import classes from './date-field.module.css'

export interface CalendarWords {
  readonly open: string
  readonly today: string
  readonly clear: string
  readonly nextMonth: string
  readonly previousMonth: string
  readonly nextYear: string
  readonly previousYear: string
  readonly nextDecade: string
  readonly previousDecade: string
}

interface CalendarProps {
  readonly id: string
  /** The date field next to which the calendar opens. */
  readonly anchor: HTMLElement
  readonly language: string
  readonly words: CalendarWords
  readonly value: string
  readonly today: string
  readonly max: string | undefined
  readonly isFixed: boolean
  readonly onChoose: (day: string) => void
  /** Called when the calendar closes and the date field should get the focus back. */
  readonly onClose: () => void
  /** Called when the user clicks or taps outside the calendar. */
  readonly onLeave: () => void
}

type Level = 'month' | 'year' | 'decade'

const MONDAY = 1
const ISO = 'YYYY-MM-DD'
/** Makes Escape close only the calendar, and not the dialog around the field too. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

/** Returns the day that a key moves to, starting from the given day. */
function dayAfter(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  const from = dayjs(day)
  const weekday = (from.day() + 6) % 7
  const unit = shiftKey ? 'year' : 'month'
  const ways: Readonly<Record<string, () => dayjs.Dayjs>> = {
    ArrowLeft: () => from.subtract(1, 'day'),
    ArrowRight: () => from.add(1, 'day'),
    ArrowUp: () => from.subtract(1, 'week'),
    ArrowDown: () => from.add(1, 'week'),
    Home: () => from.subtract(weekday, 'day'),
    End: () => from.add(6 - weekday, 'day'),
    PageUp: () => from.subtract(1, unit),
    PageDown: () => from.add(1, unit),
  }
  return ways[key]?.().format(ISO)
}

export function Calendar(props: CalendarProps) {
  const { id, anchor, words, value, today, max, onClose, onLeave } = props
  const [at, setAt] = useState(value || (isPast(max, today) ? max : today))
  const [level, setLevel] = useState<Level>('month')
  const place = useRef<HTMLDivElement>(null)
  const focusDay = useFocusOn(place, `${level} ${at}`)
  // Keys are handled in the capture phase, because the library's own handling of the arrow keys stops at the end of the
  // month.
  const moveOn = (event: KeyboardEvent) => {
    const isDay = (event.target as HTMLElement).dataset.day !== undefined
    const next = isDay ? dayAfter(at, event) : undefined
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAt(isPast(max, next) ? max : next)
    focusDay()
  }
  const leave = (event: KeyboardEvent) => {
    // The key must not reach the page, where it would also trigger shortcuts or close the panel around the date field.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  const lead = (next: Level) => {
    setLevel(next)
    focusDay()
  }
  return (
    <Popover
      opened
      position="bottom-start"
      trapFocus
      closeOnEscape={false}
      // Inside another popover, render the calendar within that popover, so that a click in the calendar does not count
      // as a click outside it.
      withinPortal={anchor.closest('.mantine-Popover-dropdown') === null}
      transitionProps={{ duration: 0 }}
      onDismiss={onLeave}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        ref={place}
        id={id}
        aria-label={words.open}
        aria-labelledby={undefined}
        className={classes.calendar}
        {...KEEPS_ESCAPE}
        onKeyDownCapture={moveOn}
        onKeyDown={leave}
      >
        <Days {...props} at={at} level={level} onMove={setAt} onLevel={lead} />
        <Foot {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

const isPast = (max: string | undefined, day: string): max is string => max !== undefined && day > max

interface DaysProps extends CalendarProps {
  /** The focused day, from which the arrow keys move. */
  readonly at: string
  readonly level: Level
  readonly onMove: (day: string) => void
  readonly onLevel: (level: Level) => void
}

function Days({ language, words, value, today, max, onChoose, at, level, onMove, onLevel }: DaysProps) {
  return (
    <Months
      locale={language}
      firstDayOfWeek={MONDAY}
      enableKeyboardNavigation={false}
      __stopPropagation
      level={level}
      onLevelChange={onLevel}
      date={at}
      onDateChange={onMove}
      {...(max !== undefined && { maxDate: max })}
      monthLabelFormat={(month) => capital(dayjs(month).locale(language).format('MMMM YYYY'))}
      ariaLabels={words}
      classNames={{ day: classes.day }}
      getMonthControlProps={(month) => ({ selected: month.slice(0, 7) === at.slice(0, 7) })}
      getYearControlProps={(year) => ({ selected: year.slice(0, 4) === at.slice(0, 4) })}
      getDayProps={(day) => ({
        'data-day': day,
        'data-today': day === today || undefined,
        'data-autofocus': day === at || undefined,
        selected: day === value,
        'aria-pressed': day === value,
        'aria-current': day === today ? ('date' as const) : undefined,
        onClick: () => onChoose(day),
      })}
    />
  )
}

function Foot({ words, value, today, max, isFixed, onChoose }: CalendarProps) {
  return (
    <div className={classes.foot}>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={isPast(max, today)}
        onClick={() => onChoose(today)}
        {...KEEPS_ESCAPE}
      >
        {words.today}
      </Button>
      {!isFixed && value !== '' && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChoose('')} {...KEEPS_ESCAPE}>
          {words.clear}
        </Button>
      )}
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Makes the existing field the popover's target, so that the popover is placed next to the field. */
function Anchor({ element, ref }: { readonly element: HTMLElement; readonly ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

/**
 * Returns a function that moves the focus after the next render: to the current day or, in a list of months or years,
 * to its first entry.
 */
function useFocusOn(place: { readonly current: HTMLElement | null }, drawn: string): () => void {
  const isDue = useRef(false)
  useEffect(() => {
    if (!isDue.current) return
    isDue.current = false
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector)
    const next = find('[data-autofocus]') ?? find('table [tabindex="0"]')
    next?.focus()
  }, [place, drawn])
  return () => {
    isDue.current = true
  }
}
