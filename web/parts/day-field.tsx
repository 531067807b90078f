/** A date field in the format of the app's language. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { DateField, type DateFieldProps, type DayWriting } from '../components/date-field.tsx'
import { calendarDay, today } from '../words/format.ts'
import { isWholeDay, readDay } from '../words/typed-day.ts'
import { useLanguage, useWords } from '../words/words.ts'

export interface DayFieldProps extends Omit<DateFieldProps, 'writing'> {
  /**
   * For a field without a label in a date range: whether it is for the first or the last day. The field shows this
   * inside itself.
   */
  readonly edge?: 'from' | 'to'
}

export function DayField({ edge, ...props }: DayFieldProps) {
  const say = useWords('core')
  const language = useLanguage()
  const writing = useMemo<DayWriting>(
    () => ({
      language,
      pattern: say('dayPattern'),
      read: (text) => readDay(text, today()),
      isWhole: isWholeDay,
      show: calendarDay,
      today,
      unclear: say('dayUnclear'),
      tooLate: (day) => say('dayTooLate', { day }),
      calendar: {
        open: say('calendar'),
        today: say('today'),
        clear: say('clearDay'),
        nextMonth: say('nextMonth'),
        previousMonth: say('previousMonth'),
        nextYear: say('nextYear'),
        previousYear: say('previousYear'),
        nextDecade: say('nextDecade'),
        previousDecade: say('previousDecade'),
      },
    }),
    [say, language],
  )
  const mark = edge !== undefined && {
    leftSection: (
      <Text span size="sm" c="dimmed" aria-hidden>
        {say(`edge-${edge}`)}
      </Text>
    ),
    leftSectionWidth: language === 'ru' ? 30 : 42,
  }
  return <DateField {...mark} {...props} writing={writing} />
}
