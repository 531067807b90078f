/**
 * The app uses the service's field names; a house rule (tests/support/contract/house-labels.ts) ensures that it does
 * not define them again.
 */
import { expect, test } from 'vitest'
import { CHOICES, LABELS } from '../../sdk/labels.ts'
import { FIELDS, RECORDS, REPORTS, wordsOfFields, wordsOfReport } from '../support/app/definitions.ts'
import { type ByField, OF_MANY } from '../support/contract/house-labels.ts'

const KINDS: readonly (readonly [kind: string, fields: ByField])[] = Object.entries(LABELS)
test('fields and their choices have the same names in the app’s definitions as in the service', () => {
  const defined = new Map([...RECORDS, ...FIELDS].map((spec) => [spec.kind, spec]))
  for (const [kind, fields] of KINDS) {
    // The pages of stock rows, links and notifications have no definition.
    if (!defined.has(kind)) continue
    const said = wordsOfFields(defined.get(kind)!)
    const choices: Readonly<Record<string, ByField>> = kind in CHOICES ? CHOICES[kind as keyof typeof CHOICES] : {}
    for (const { name, type } of defined.get(kind)!.fields) {
      // A field that is an object has no label in the service.
      if (type === 'special' && !(name in fields)) continue
      expect(said[name], `${kind}.${name}`).toEqual(fields[name])
      if (type !== 'choice') continue
      for (const [choice, label] of Object.entries(choices[name]!))
        expect(said[`${name}-${choice}`], `${kind}.${name}`).toEqual(label)
    }
  }
})

/** In reports "cost" means what moved goods cost, not a product's usual purchase cost. */
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
