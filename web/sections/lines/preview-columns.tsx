/** Shows which field each column of a table was recognized as, and lets the user choose another. */
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { Fold } from '../../components/fold.tsx'
import { cellText, type Table } from '../../components/table-file.ts'
import { useWords } from '../../words/words.ts'
import { type Columns, FIELDS, type Field, PRODUCT_FIELDS, type WantedFigures } from './table-columns.ts'
import classes from './table-lines.module.css'

interface PreviewColumnsProps {
  readonly table: Table
  readonly columns: Columns
  readonly figures: WantedFigures
  readonly onChange: (column: number, field: Field | null) => void
}

const SAMPLES = 3

export function PreviewColumns({ table, columns, figures, onChange }: PreviewColumnsProps) {
  const say = useWords('lines')
  const { head, headers, fields } = columns
  const has = (wanted: readonly Field[]) => fields.some((field) => field !== null && wanted.includes(field))
  const [isOpen, setOpen] = useState(!has(PRODUCT_FIELDS) || !has(['quantity']))
  const offered = FIELDS.filter((field) => (field !== 'price' && field !== 'discount') || figures.includes(field))
  const nameOf = (column: number) => headers[column] || say('columnNumber', { number: column + 1 })
  const used = fields.flatMap((field, at) =>
    field === null ? [] : [say('columnIs', { column: nameOf(at), field: say(`field-${field}`) })],
  )
  const headRow = table.rows[head]?.number
  const where = headRow === undefined ? say('noHeading') : say('headingIn', { row: headRow })
  return (
    <Fold label={[where, ...used].join(' · ')} isOpen={isOpen} onToggle={setOpen}>
      <ul className={classes.columns}>
        {fields.map((field, column) => (
          <li key={nameOf(column) + String(column)} className={classes.column}>
            <div className={classes.columnHead}>
              <Text size="sm" fw={600}>
                {nameOf(column)}
              </Text>
              <Text size="xs" c="dimmed">
                {samplesOf(table, head, column)}
              </Text>
            </div>
            <NativeSelect
              size="xs"
              aria-label={say('columnMeaning', { column: nameOf(column) })}
              value={field ?? ''}
              data={[
                { value: '', label: say('columnUnused') },
                ...offered.map((value) => ({ value, label: say(`field-${value}`) })),
              ]}
              onChange={(event) => onChange(column, (event.currentTarget.value || null) as Field | null)}
            />
          </li>
        ))}
      </ul>
    </Fold>
  )
}

function samplesOf({ rows }: Table, head: number, column: number): string {
  const texts = rows.slice(head + 1).map(({ cells }) => cellText(cells[column]))
  return texts
    .filter((text) => text !== '')
    .slice(0, SAMPLES)
    .join(' · ')
}
