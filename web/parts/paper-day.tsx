/**
 * The field for the date on a paper document. A date far from today is accepted with a warning. If the field is empty,
 * the record is dated by the day of its posting.
 */
import { IconAlert } from '../components/icons.ts'
import { farFrom } from '../data/paper-day.ts'
import { today } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { DayField, type DayFieldProps } from './day-field.tsx'
import parts from './parts.module.css'

export function PaperDay(props: DayFieldProps) {
  const say = useWords('core')
  const far = farFrom(today(), props.value)
  return (
    <div>
      <DayField {...props} />
      <div role="status" className={parts.warning}>
        {far !== null && (
          <>
            <IconAlert size={15} aria-hidden /> {say(`paper-${far}`)}
          </>
        )}
      </div>
    </div>
  )
}
