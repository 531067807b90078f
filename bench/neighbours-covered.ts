/** Which routes of the document a run asked for, and which no attack of it did. */
import { readFileSync } from 'node:fs'

interface Operation {
  readonly operationId?: string
  /** Present where it is answered at the session address alone. */
  readonly servers?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string }[]
}

/** A route of the OpenAPI document. */
export interface Route extends Operation {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
}

/** All routes of the document, in its order. */
export const ROUTES: readonly Route[] = Object.entries(
  (
    JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')) as {
      paths: Record<string, Record<string, Operation>>
    }
  ).paths,
).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
)

const covered = new Set<Route>()
/** Methods and paths that were looked up before. */
const asked = new Set<string>()
const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))
/** Each of `/a/{id}` has its own path: only so many are kept. */
const MAX_KEPT = 10_000

/** Notes that an attack asked for this. */
export function noteAsked(method: string, path: string): void {
  const bare = path.split('?', 1)[0]!
  const key = `${method} ${bare}`
  if (asked.has(key)) return
  const routes = PATTERNS.filter(({ route, pattern }) => route.method === method && pattern.test(bare))
  // What is there by name, as `/table-imports/targets`, is not an id.
  const exact = routes.filter(({ route }) => route.path === bare)
  if (asked.size > MAX_KEPT) asked.clear()
  asked.add(key)
  for (const { route } of exact.length > 0 ? exact : routes) covered.add(route)
}

/** A line for each route of the document that no attack so far asked for. */
export function printUncovered(): string {
  const left = ROUTES.filter((route) => !covered.has(route))
  const head = `Routes of the document that no attack of this run asked for: ${left.length} of ${ROUTES.length}`
  return [head, ...left.map(({ method, path }) => `- ${method} ${path}`)].join('\n')
}
