/** The fields for the number and date of a record's paper document, side by side in a form. */
import { TextInput } from '@mantine/core'
import { fieldFailure } from '../data/refusals.ts'
import { PaperDay } from './paper-day.tsx'
import parts from './parts.module.css'

const MOST_CHARACTERS = 255

/** The number and date of a paper document as typed; '' for an empty field. */
export interface Paper {
  readonly documentDate: string
  readonly documentNumber: string
}

export const NO_PAPER: Paper = { documentDate: '', documentNumber: '' }

/** Returns the number and date for the body of a request that creates a record, without those left empty. */
export function paperBody({ documentDate, documentNumber }: Paper): Partial<Paper> {
  const number = documentNumber.trim()
  return { ...(documentDate !== '' && { documentDate }), ...(number !== '' && { documentNumber: number }) }
}

interface PaperFieldsProps {
  readonly values: Paper
  readonly failure: Error | null
  readonly onChange: (paper: Partial<Paper>) => void
  /** The labels of the two fields, for the date and for the number. */
  readonly labels: Paper
  /** The names that the two fields have in the request, if they differ from the names in `Paper`. */
  readonly names?: Paper
}

const NAMES: Paper = { documentDate: 'documentDate', documentNumber: 'documentNumber' }

export function PaperFields({ values, failure, onChange, labels, names = NAMES }: PaperFieldsProps) {
  return (
    <div className={parts.pair}>
      <PaperDay
        label={labels.documentDate}
        value={values.documentDate}
        error={fieldFailure(failure, `/${names.documentDate}`)}
        onChange={(documentDate) => onChange({ documentDate })}
      />
      <TextInput
        label={labels.documentNumber}
        maxLength={MOST_CHARACTERS}
        value={values.documentNumber}
        error={fieldFailure(failure, `/${names.documentNumber}`)}
        onChange={(event) => onChange({ documentNumber: event.currentTarget.value })}
      />
    </div>
  )
}
