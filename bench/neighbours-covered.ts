/** Records which routes of the OpenAPI document a run has requested, to show which routes no attack has covered. */
import { readFileSync } from 'node:fs'

interface Operation {
  readonly operationId?: string
  /**
   * The base addresses that the OpenAPI document gives for this route. Only routes at the session address have this
   * field.
   */
  readonly servers?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string }[]
}

/** A route of the OpenAPI document, with its method and path. */
export interface Route extends Operation {
  readonly method: string
  /** The route's path, with its parameters in braces. */
  readonly path: string
}

/** All routes of the OpenAPI document, in its order. */
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
/** The requests (method and path) that have already been matched to a route. */
const asked = new Set<string>()
const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))
/** The maximum number of request paths to remember, because each id in a path makes another path. */
const MAX_KEPT = 10_000

/** Records that an attack requested this route. */
export function noteAsked(method: string, path: string): void {
  const bare = path.split('?', 1)[0]!
  const key = `${method} ${bare}`
  if (asked.has(key)) return
  const routes = PATTERNS.filter(({ route, pattern }) => route.method === method && pattern.test(bare))
  // Prefer a route whose path matches literally, so that a fixed name such as in `/table-imports/targets` is not taken
  // for an id.
  const exact = routes.filter(({ route }) => route.path === bare)
  if (asked.size > MAX_KEPT) asked.clear()
  asked.add(key)
  for (const { route } of exact.length > 0 ? exact : routes) covered.add(route)
}

/** Formats a line for each route of the OpenAPI document that no attack has requested so far. */
export function printUncovered(): string {
  const left = ROUTES.filter((route) => !covered.has(route))
  const head = `Routes of the document that no attack of this run requested: ${left.length} of ${ROUTES.length}`
  return [head, ...left.map(({ method, path }) => `- ${method} ${path}`)].join('\n')
}
