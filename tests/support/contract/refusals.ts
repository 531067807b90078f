/**
 * Compares the service's descriptions of refusals with actual refusals: the codes of each command, and the `figures` of
 * each code.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { COMMANDS } from '../../../server/commands/table.ts'
import { PROBLEMS, type ProblemCode } from '../../../server/domain/refusals.ts'
import { FIGURES, OF_ANY_OPERATION } from '../../../server/http/openapi/problems.ts'

type Json = Record<string, unknown>

/**
 * Refusals that only a limit of the company causes. tests/api/company-limits.test.ts tests them, because other tests
 * have no limits.
 */
export const OF_LIMITS: readonly string[] = ['COMPANY_LIMIT_REACHED']

/** Closes a schema so that it allows only the keys that it lists. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, closed(inner)]))
  return copy.type === 'object' ? { ...copy, additionalProperties: false } : copy
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
const VALIDATORS = new Map([...FIGURES].map(([code, schema]) => [code, ajv.compile(closed(schema) as object)]))

/**
 * Returns the faults in the `figures` of a problem: keys of another code, missing or extra keys, or values in
 * thousandths where the detail text uses whole units.
 */
export function faultsOfFigures({
  code,
  figures,
  detail,
}: {
  code: string
  figures?: unknown
  detail: string
}): string[] {
  const validate = VALIDATORS.get(code as ProblemCode)
  if (validate === undefined) return figures === undefined ? [] : [`${code} has no figures`]
  if (!validate(figures)) return [`figures of ${code}: ${ajv.errorsText(validate.errors)}`]
  const { asked, available, left } = figures as Json
  const unsaid = [asked, available, left].filter((figure) => figure !== undefined && !detail.includes(String(figure)))
  return unsaid.map((figure) => `${code}: the figure ${figure} is not that of "${detail}"`)
}

const ROUTES = COMMANDS.map(({ method, path, refusals }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  refusals: new Set<string>([...refusals, ...OF_ANY_OPERATION]),
}))

/** Returns true if the command at this address lists the code among its refusals, or if no command has this address. */
export function isListed(method: string, path: string, code: string): boolean {
  const route = ROUTES.find((one) => one.method === method && one.pattern.test(path))
  return route === undefined || route.refusals.has(code)
}

/** Returns the code with its reason, such as `INSUFFICIENT_STOCK lot`, or null if the code has no reasons. */
export function reasonIn({ code, figures }: { code: string; figures?: unknown }): string | null {
  const reason = (figures as Json | undefined)?.reason
  return reason === undefined ? null : `${code} ${reason}`
}

/** Every combination of a refusal code and one of its reasons. Codes without reasons are left out. */
export const REASONS: readonly string[] = Object.entries(PROBLEMS).flatMap(([code, about]) =>
  'reasons' in about ? Object.keys(about.reasons).map((reason) => `${code} ${reason}`) : [],
)
