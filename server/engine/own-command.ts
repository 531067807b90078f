/** The service's own commands: decided, written and logged like those of clients. */
import type { Problem } from '../domain/refusals.ts'
import { joinText } from '../domain/text.ts'
import type { Companies } from './companies.ts'
import type { Actor, CommandRequest } from './request.ts'

export interface OwnCommand {
  readonly command: CommandRequest['command']
  readonly params?: Readonly<Record<string, string>>
  /** As a rule reads it: see commands/read-body.ts. */
  readonly body: unknown
  /** What is done once, however often it is submitted. */
  readonly name: string
  /** As whom: the service itself, or the user who asked it to. */
  readonly actor: { readonly type?: Actor['type']; readonly id: string; readonly name: string }
}

/** What became of a command; `isReplay`: it had been done before, maybe with another body. */
export type OwnAnswer =
  | { readonly ok: true; readonly record: Readonly<Record<string, unknown>>; readonly isReplay: boolean }
  | { readonly ok: false; readonly problem: Problem; readonly isReplay: boolean }

/** The key under which a command of this name is logged. No HTTP header can carry its first character, so no client has used it. */
export function ownKey(name: string): string {
  return `\u0001${name}`
}

/** Runs a command of a company; null: there is no such company. Throws when it may go well the next time. */
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

/** The same for those whom a refusal tells nothing: it is for good. */
export async function submitOwn(companies: Companies, companyId: string, command: OwnCommand): Promise<void> {
  await runOwn(companies, companyId, command)
}
