/** What the service calls a field, the app does not call again: not by another word, and not by the same one written twice. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CHOICES, LABELS } from '../../sdk/labels.ts'
import { FIELDS, RECORDS, REPORTS, wordsOfFields, wordsOfReport } from '../support/definitions.ts'

type ByField = Readonly<Record<string, Readonly<Record<'ru' | 'en', string>>>>
const KINDS: readonly (readonly [kind: string, fields: ByField])[] = Object.entries(LABELS)
/** Others have such a field too: a user his e-mail, a line of an order its price. */
const OF_MANY = new Set(['name', 'kind', 'number', 'price', 'email', 'archived', 'createdAt', 'updatedAt'])
const TEXT = /^ +'?([\w-]+)'?: '(.*)',$/gm

const WORDS = new URL('../../web/words/', import.meta.url)
const texts = readdirSync(WORDS)
  .filter((file) => /\.(ru|en)\.ts$/.test(file))
  .flatMap((file) =>
    [...readFileSync(new URL(file, WORDS), 'utf8').matchAll(TEXT)].map(([, word, text]) => ({
      file,
      language: file.includes('.ru.') ? ('ru' as const) : ('en' as const),
      word: word!,
      text: text!,
    })),
  )

/** A label of two words is that of the field, whatever it stands under; a single one may be a word like any other. */
const isLabel = (text: string, label: string) => text === label && label.includes(' ')

test('no text of the app is the label of a field that the service names', () => {
  expect(texts.length).toBeGreaterThan(2_000)
  const twice = KINDS.flatMap(([kind, fields]) =>
    Object.entries(fields)
      .filter(([name]) => !OF_MANY.has(name))
      .flatMap(([name, label]) =>
        texts
          .filter(
            ({ word, text, language }) => isLabel(text, label[language]) || (word === name && text === label[language]),
          )
          .map(({ file, word, text }) => `${file}: ${word} is “${text}”, which ${kind}.${name} says already`),
      ),
  )
  expect(twice).toEqual([])
})

test('what is defined of a kind calls its fields and their fixed words as the service does', () => {
  const defined = new Map([...RECORDS, ...FIELDS].map((spec) => [spec.kind, spec]))
  for (const [kind, fields] of KINDS) {
    const said = wordsOfFields(defined.get(kind)!)
    const choices: Readonly<Record<string, ByField>> = kind in CHOICES ? CHOICES[kind as keyof typeof CHOICES] : {}
    for (const { name, type } of defined.get(kind)!.fields) {
      expect(said[name], `${kind}.${name}`).toEqual(fields[name])
      if (type !== 'choice') continue
      for (const [choice, label] of Object.entries(choices[name]!))
        expect(said[`${name}-${choice}`], `${kind}.${name}`).toEqual(label)
    }
  }
})

/** What goods that moved did cost is another thing than what a product usually costs to buy. */
const OF_REPORTS = new Set([...OF_MANY, 'cost'])

test('a column of a report that is a field of products is called as the field is', () => {
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
