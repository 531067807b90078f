/**
 * Checks that the app's field names are the same as the service's. A house rule
 * (tests/support/contract/house-labels.ts) ensures that the app does not define such names again.
 */
import { expect, test } from 'vitest'
import { CHOICES, LABELS } from '../../sdk/labels.ts'
import { FIELDS, RECORDS, REPORTS, wordsOfFields, wordsOfReport } from '../support/app/definitions.ts'
import { type ByField, OF_MANY } from '../support/contract/house-labels.ts'

const KINDS: readonly (readonly [kind: string, fields: ByField])[] = Object.entries(LABELS)
test('fields and their choices have the same names in the app’s definitions as in the service', () => {
  const defined = new Map([...RECORDS, ...FIELDS].map((spec) => [spec.kind, spec]))
  for (const [kind, fields] of KINDS) {
    // Skip stock rows, links and notifications: they have pages but no definition in the app.
    if (!defined.has(kind)) continue
    const said = wordsOfFields(defined.get(kind)!)
    const choices: Readonly<Record<string, ByField>> = kind in CHOICES ? CHOICES[kind as keyof typeof CHOICES] : {}
    for (const { name, type } of defined.get(kind)!.fields) {
      // Skip fields whose values are objects, because the service has no label for them.
      if (type === 'special' && !(name in fields)) continue
      expect(said[name], `${kind}.${name}`).toEqual(fields[name])
      if (type !== 'choice') continue
      for (const [choice, label] of Object.entries(choices[name]!))
        expect(said[`${name}-${choice}`], `${kind}.${name}`).toEqual(label)
    }
  }
})

/**
 * The field names that reports may use with another meaning. In reports, "cost" is the cost of the moved goods, not a
 * product's usual purchase cost.
 */
const OF_REPORTS = new Set([...OF_MANY, 'cost'])

test('a report column that is also a field of products has the name of that field', () => {
  const columns = REPORTS.flatMap((report) =>
    Object.entries(wordsOfReport(report)).flatMap(([word, label]) => {
      const [, name = ''] = /^column-(\w+)$/.exec(word) ?? []
      const field = OF_REPORTS.has(name) ? undefined : (LABELS.products as ByField)[name]
      return field === undefined ? [] : [{ column: `${report.name}: ${name}`, label, field }]
    }),
  )
  expect(columns.length).toBeGreaterThan(0)
  for (const { column, label, field } of columns) expect(label, column).toEqual(field)
})
