/** The service's own commands: decided, written and logged like those of clients. */
import type { Companies } from '../engine/companies.ts'
import type { CommandRequest } from '../engine/request.ts'

export interface OwnCommand {
  readonly command: CommandRequest['command']
  readonly body: unknown
  /** What is done once, however often it is submitted. */
  readonly name: string
  readonly actor: { readonly id: string; readonly name: string }
}

/** The key under which a command of this name is logged. No HTTP header can carry its first character, so no client has used it. */
export function ownKey(name: string): string {
  return `\u0001${name}`
}

/** Submits a command of a company. Throws when it may go well the next time; a refusal is for good and says nothing. */
export async function submitOwn(
  companies: Companies,
  companyId: string,
  { command, body, name, actor }: OwnCommand,
): Promise<void> {
  const company = await companies.get(companyId)
  const answer = await company?.submit({
    command,
    params: {},
    body,
    key: ownKey(name),
    fingerprint: name,
    actor: { type: 'system', ...actor },
    requestId: name,
    form: { name: 'summary' },
    view: 'full',
  })
  if (answer?.ok === false && answer.status >= 500) throw new Error(`${name} was not written: ${answer.problem}`)
}
