/** Reads the tables of docs/specification.md: its rules and routes, and the tests that check each of them. */

export interface Entry {
  /** The rule's number, such as `S-ORDER-9`; null if the row is about a route. */
  readonly rule: string | null
  /** The subject of the row: a route, or the text of a rule. */
  readonly subject: string
  /** The row's last cell: for each test its `file` and title, separated by <br>. */
  readonly tests: string
}

/** The data with which docs/specification.md is compared. */
export interface Surroundings {
  /** Returns the text of a test file by its path under tests/, or null if there is no such file. */
  readonly readTest: (path: string) => string | null
  /** The routes of the OpenAPI document, such as `GET /api/v1/audit`. */
  readonly served: readonly string[]
}

const ROUTE = /^(GET|POST|PATCH|DELETE) \/api\/v1\/\S+$/
const RULE = /^S-([A-Z]+)-([1-9]\d*)$/

const cellsOf = (line: string): string[] => line.slice(2, -2).split(' | ')

/** Returns the rows of all tables, without headings. In a row about a rule, the first cell is the rule's number. */
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

/** Returns the numbers of all rules, such as `S-ORDER-9`, and their subjects, such as `S-ORDER`. */
export function rulesOf(entries: readonly Entry[]): ReadonlySet<string> {
  const numbers = entries.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  return new Set(numbers.flatMap((number) => [number, number.replace(/-\d+$/, '')]))
}

/**
 * Returns the faults of the rule numbers: malformed, repeated, out of order, or not next to the other rules on the
 * subject.
 */
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

/** Returns the routes in the tables of a Markdown specification that has the method and the path in separate cells. */
export function routesOfTables(markdown: string): string[] {
  return [...markdown.matchAll(/^\| (GET|POST|PATCH|DELETE) \| (\/api\/v1\/\S+) \|/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  )
}

/**
 * Returns the titles of a file's tests: the text that is the first argument of a call, followed by a function. The call is
 * `test(…)`, or the second call of a `test.each(…)(…)`.
 */
export function titlesOf(source: string): string[] {
  const call = /^[^\n]*?\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:async\s*)?(?:\(|\w+ =>)/gm
  return [...source.matchAll(call)]
    .filter(([text]) => /^\s*(test\b|\]|\)|\}|`)/.test(text))
    .map(([, , title]) => title!.replaceAll("\\'", "'"))
}

/** Returns the faults of a row of docs/specification.md, or an empty list. */
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

/** Returns the differences between the routes in docs/specification.md and those that it must list. */
export function faultsOfRoutes(entries: readonly Entry[], expected: readonly string[]): string[] {
  const named = entries.filter(isRoute).map(({ subject }) => subject)
  return [
    ...expected.filter((route) => !named.includes(route)).map((route) => `${route}: missing`),
    ...named.filter((route) => !expected.includes(route)).map((route) => `${route}: not in the specification`),
    ...named.filter((route, index) => named.indexOf(route) !== index).map((route) => `${route}: twice`),
  ]
}
