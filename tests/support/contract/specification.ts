/** docs/specification.md, read as tables: its rules and routes, and by which tests they are held. */

export interface Entry {
  /** `S-ORDER-9` of a rule; null of a route. */
  readonly rule: string | null
  /** What the row is about: a route, or what the rule says. */
  readonly subject: string
  /** The last cell: `file` title, several with <br> between. */
  readonly tests: string
}

/** What is needed to judge the page. */
export interface Surroundings {
  /** The text of a test file by its path under tests/; null: there is none. */
  readonly readTest: (path: string) => string | null
  /** `GET /api/v1/audit`, …, of the OpenAPI document. */
  readonly served: readonly string[]
}

const ROUTE = /^(GET|POST|PATCH|DELETE) \/api\/v1\/\S+$/
const RULE = /^S-([A-Z]+)-([1-9]\d*)$/

const cellsOf = (line: string): string[] => line.slice(2, -2).split(' | ')

/** The rows of all tables, without their heads. A row that is neither a route nor numbered has its first cell for a number. */
export function entriesOf(markdown: string): Entry[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| .* \|$/.test(line))
    .map(cellsOf)
    .filter(([first]) => first !== 'Route' && first !== 'Rule')
    .map(([first = '', second = '', third = '']) =>
      ROUTE.test(first)
        ? { rule: null, subject: first, tests: second }
        : { rule: first, subject: second, tests: third },
    )
}

export const isRoute = ({ rule }: Entry): boolean => rule === null

/** The numbers of the rules, and their subjects: `S-ORDER-9`, `S-ORDER`. */
export function rulesOf(entries: readonly Entry[]): ReadonlySet<string> {
  const numbers = entries.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  return new Set(numbers.flatMap((number) => [number, number.replace(/-\d+$/, '')]))
}

/** What is wrong with the numbers: one that is none, one given twice, or rules of a subject that stand apart or out of order. */
export function faultsOfNumbers(entries: readonly Entry[]): string[] {
  const last = new Map<string, number>()
  let before = ''
  return entries.flatMap(({ rule, subject }) => {
    if (rule === null) return []
    const [, about, number] = RULE.exec(rule) ?? []
    if (about === undefined) return [`"${rule}" is no number of a rule: ${subject.slice(0, 60)}`]
    const highest = last.get(about)
    const isApart = highest !== undefined && before !== about
    before = about
    last.set(about, Math.max(highest ?? 0, Number(number)))
    return isApart || Number(number) <= (highest ?? 0) ? [`${rule} is given twice or stands out of order`] : []
  })
}

/** The routes that the tables of a specification in Markdown name, method and path in cells of their own. */
export function routesOfTables(markdown: string): string[] {
  return [...markdown.matchAll(/^\| (GET|POST|PATCH|DELETE) \| (\/api\/v1\/\S+) \|/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  )
}

/**
 * The titles of a file's tests: the texts that come first in a call, with a function after them. A test's call begins with `test`,
 * or with the bracket that ends the rows of a `test.each`.
 */
export function titlesOf(source: string): string[] {
  const call = /^[^\n]*?\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:async\s*)?(?:\(|\w+ =>)/gm
  return [...source.matchAll(call)]
    .filter(([text]) => /^\s*(test\b|\]|\)|\}|`)/.test(text))
    .map(([, , title]) => title!.replaceAll("\\'", "'"))
}

/** What is wrong with a row; empty when nothing is. */
export function faultsOfEntry(entry: Entry, { readTest, served }: Surroundings): string[] {
  const { rule, subject, tests } = entry
  const name = rule ?? subject
  const faults = !isRoute(entry) || served.includes(subject) ? [] : [`${subject}: no such route`]
  for (const named of tests.split('<br>')) {
    const [, path, title] = /^`(\S+\.test\.ts)` (.+)$/.exec(named) ?? []
    const source = path === undefined ? null : readTest(path)
    if (source === null) faults.push(`${name}: no test file in "${named}"`)
    else if (!titlesOf(source).includes(title!)) faults.push(`${name}: ${path} has no test "${title}"`)
  }
  return faults
}

/** What differs between the routes of the page and those that it must name. */
export function faultsOfRoutes(entries: readonly Entry[], expected: readonly string[]): string[] {
  const named = entries.filter(isRoute).map(({ subject }) => subject)
  return [
    ...expected.filter((route) => !named.includes(route)).map((route) => `${route}: missing`),
    ...named.filter((route) => !expected.includes(route)).map((route) => `${route}: not in the specification`),
    ...named.filter((route, index) => named.indexOf(route) !== index).map((route) => `${route}: twice`),
  ]
}
