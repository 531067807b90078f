/**
 * Reads the Prefer header (RFC 7240), in which a client chooses how much of the company's state the response to a write
 * contains. Source: S-ANSWER-4, S-ANSWER-5, S-ANSWER-6.
 */
import type { StateForm } from '../../engine/request.ts'

const FULL: StateForm = { name: 'full' }
const SUMMARY: StateForm = { name: 'summary' }

/**
 * Returns the requested form. Malformed or unknown preferences are ignored, so the response is full. The response is
 * also full when the client asks for changes since a revision of another epoch, because that epoch's history is unknown
 * here.
 */
export function readPrefer(header: string | string[] | undefined, epoch: string): StateForm {
  if (header === undefined) return FULL
  const value = Array.isArray(header) ? header.join(',') : header
  for (const preference of value.split(',')) {
    const [first = '', ...parameters] = preference.split(';').map((part) => compact(part))
    const wanted = first.replaceAll('"', '').toLowerCase()
    if (wanted === 'return=minimal' || wanted === 'state=summary') return SUMMARY
    if (wanted === 'state=full') return FULL
    if (wanted === 'state=changes') return changesForm(parameters, epoch)
  }
  return FULL
}

/**
 * Trims a preference, including the spaces around its equals sign. A regular expression is not used, because it would
 * take quadratic time for 16,000 spaces.
 */
const compact = (part: string): string =>
  part
    .split('=')
    .map((side) => side.trim())
    .join('=')

function changesForm(parameters: readonly string[], epoch: string): StateForm {
  const parameterOf = (name: string) =>
    parameters
      .find((parameter) => parameter.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', '')
  const revision = parameterOf('since')
  if (revision === undefined) return { name: 'changes' }
  if ((parameterOf('epoch') ?? epoch) !== epoch) return FULL
  return /^\d{1,15}$/.test(revision) ? { name: 'changes', since: Number(revision) } : FULL
}

/** Returns the Preference-Applied header, or undefined when the full state was sent. */
export function appliedPreference(
  asked: StateForm,
  given: StateForm['name'],
  header: string | string[] | undefined,
): string | undefined {
  if (given === 'full') return undefined
  if (given === 'summary') return /return\s*=\s*"?minimal/i.test(String(header)) ? 'return=minimal' : 'state=summary'
  return asked.name === 'changes' && asked.since !== undefined ? `state=changes; since=${asked.since}` : 'state=changes'
}
