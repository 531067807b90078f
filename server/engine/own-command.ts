/** Runs the service's own commands. They are decided, written and logged like commands from clients. */
import type { Problem } from '../domain/refusals.ts'
import { joinText } from '../domain/text.ts'
import type { Companies } from './companies.ts'
import type { Actor, CommandRequest } from './request.ts'

export interface OwnCommand {
  readonly command: CommandRequest['command']
  readonly params?: Readonly<Record<string, string>>
  /** The body in the form that the command's rule expects, as made by commands/read-body.ts. */
  readonly body: unknown
  /** Identifies the action, which is done only once, however often it is submitted. */
  readonly name: string
  /** On whose behalf the command runs: the service itself, or a user. */
  readonly actor: { readonly type?: Actor['type']; readonly id: string; readonly name: string }
}

/** The outcome of a command. `isReplay`: the command had already been run, perhaps with a different body. */
export type OwnAnswer =
  | { readonly ok: true; readonly record: Readonly<Record<string, unknown>>; readonly isReplay: boolean }
  | { readonly ok: false; readonly problem: Problem; readonly isReplay: boolean }

/**
 * Returns the key under which a command with this name is logged. The key begins with a character that no HTTP header
 * can contain, so no client can have used it.
 */
export function ownKey(name: string): string {
  return `\u0001${name}`
}

/**
 * Runs a command for a company; returns null when the company does not exist. Throws when another attempt may succeed
 * later.
 */
export async function runOwn(
  companies: Companies,
  companyId: string,
  { command, params = {}, body, name, actor }: OwnCommand,
): Promise<OwnAnswer | null> {
  const company = await companies.get(companyId)
  const answer = await company?.submit({
    command,
    params,
    body,
    key: ownKey(name),
    fingerprint: name,
    actor: { type: 'system', ...actor },
    role: null,
    requestId: name,
    form: { name: 'summary' },
    view: 'full',
  })
  if (answer === undefined) return null
  const { isReplay } = answer
  if (answer.ok) return { ok: true, record: JSON.parse(joinText(answer.result)), isReplay }
  const problem: Problem = JSON.parse(answer.problem)
  if (answer.status >= 500) throw new Error(`${name} was not written: ${answer.problem}`)
  return { ok: false, problem, isReplay }
}

/** Runs a command for a caller who ignores refusals, because running the command again would not help. */
export async function submitOwn(companies: Companies, companyId: string, command: OwnCommand): Promise<void> {
  await runOwn(companies, companyId, command)
}
