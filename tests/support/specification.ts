/** docs/specification.md, read as tables: what it says is tested, and by which tests. */

export const LATER = 'comes with the session address'

export interface Entry {
  /** What the row is about: a route, or a sentence of the specification in short. */
  readonly subject: string
  /** The last cell: `file` title, several with <br> between, or LATER. */
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

/** The rows of all tables, without their heads. */
export function entriesOf(markdown: string): Entry[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| .* \|$/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([first]) => first !== 'Route' && first !== 'Said, in short')
    .map(([subject = '', tests = '']) => ({ subject, tests }))
}

export const isRoute = ({ subject }: Entry): boolean => ROUTE.test(subject)

/** The routes that the tables of the specification itself name. */
export function routesOfSpecification(markdown: string): string[] {
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
  const { subject, tests } = entry
  const isServed = !isRoute(entry) || served.includes(subject)
  if (tests === LATER) return isRoute(entry) && isServed ? [`${subject}: it is there, and names no test`] : []
  const faults = isServed ? [] : [`${subject}: no such route`]
  for (const named of tests.split('<br>')) {
    const [, path, title] = /^`(\S+\.test\.ts)` (.+)$/.exec(named) ?? []
    const source = path === undefined ? null : readTest(path)
    if (source === null) faults.push(`${subject}: no test file in "${named}"`)
    else if (!titlesOf(source).includes(title!)) faults.push(`${subject}: ${path} has no test "${title}"`)
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
