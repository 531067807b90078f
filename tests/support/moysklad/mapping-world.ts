/**
 * A company in memory for tests of the mapping. It runs our real commands on the plans of an import, with the same
 * validation and rules as for clients.
 */
import { converterOf } from '../../../server/commands/conversion.ts'
import type { Command, Prefetched } from '../../../server/commands/define.ts'
import { compileValidator } from '../../../server/commands/validation.ts'
import { applyChange, type Books, createBooks, emptyCounters, emptyTotals } from '../../../server/domain/books.ts'
import type { Kind } from '../../../server/domain/records.ts'
import { serializeRecord } from '../../../server/engine/serialize.ts'
import { WRITING_COMMANDS } from '../../../server/moysklad/mapping/commands.ts'
import type { LocalRecord } from '../../../server/moysklad/mapping/merge.ts'
import type { Plan, Reference, ReferenceKind } from '../../../server/moysklad/mapping/plan.ts'
import { resolveBody } from '../../../server/moysklad/mapping/references.ts'

const NOW = '2026-03-01T10:00:00.000Z'

const STUBS: Record<ReferenceKind, { entityType: Plan['entityType']; body: (externalId: string) => object }> = {
  price_type: { entityType: 'price_type', body: (name) => ({ name }) },
  custom_field: { entityType: 'custom_field', body: (name) => ({ entityKind: 'other', name, valueType: 'string' }) },
  warehouse: { entityType: 'warehouse', body: (name) => ({ name }) },
  organization: { entityType: 'organization', body: (name) => ({ name }) },
  partner: { entityType: 'partner', body: (name) => ({ name }) },
  product: { entityType: 'product', body: (name) => ({ name }) },
}

export class MappingWorld {
  private readonly books: Books = createBooks(
    { companyName: 'Проба', lowStockAlerts: false, dailySummary: false, timeZone: 'Europe/Moscow' } as never,
    emptyTotals(),
    emptyCounters(),
  )
  private readonly ids = new Map<string, string>()
  private count = 0

  /**
   * Validates a body as the route does, then runs the command. Returns the record as the API shows it; throws if the command is
   * refused.
   */
  run(command: Command, body: object, params: Record<string, string> = {}): LocalRecord & { readonly id: string } {
    const sent = structuredClone(body)
    const isValid = compileValidator(command.body as never, 'body')
    if (!isValid(sent)) throw new Error(`${command.name}: ${JSON.stringify(isValid.errors)} in ${JSON.stringify(body)}`)
    converterOf(command.body)(sent)
    this.count += 1
    const actor = { id: 'import', name: 'Импорт' }
    const context = {
      now: NOW,
      revision: this.count,
      view: 'full' as const,
      role: null,
      actor,
      newId: () => this.newId(),
    }
    const { result, changes } = command.decide(this.books, { params, body: sent, facts: NO_FACTS }, context)
    for (const change of changes) applyChange(this.books, change)
    if ('deleted' in result) throw new Error(`${command.name} deleted something`)
    return JSON.parse(serializeRecord(result.kind as Kind, result.record as never))
  }

  /** Creates the record that a plan describes, and before it any record it refers to. Returns null if the plan has no body. */
  create(plan: Plan): (LocalRecord & { readonly id: string }) | null {
    const { create, reference } = WRITING_COMMANDS[plan.entityType]
    if (plan.body === null) return null
    const { body } = resolveBody(plan.body, (named) => this.idFor(named))
    const record = this.run(create, body!)
    this.ids.set(`${reference} ${plan.externalId}`, record.id)
    return record
  }

  /** Updates a record with the patch that a merge produced. */
  update(entityType: Plan['entityType'], id: string, patch: object): LocalRecord & { readonly id: string } {
    const { update, parameter } = WRITING_COMMANDS[entityType]
    return this.run(update, patch, { [parameter]: id })
  }

  /** Returns our id of the record that a reference points to. Creates the record if it is missing. */
  idFor({ reference, externalId }: Reference): string {
    const key = `${reference} ${externalId}`
    const { entityType, body } = STUBS[reference]
    const id = this.ids.get(key) ?? this.run(WRITING_COMMANDS[entityType].create, body(externalId)).id
    this.ids.set(key, id)
    return id
  }

  private newId(): string {
    this.count += 1
    return `00000000-0000-7000-8000-${String(this.count).padStart(12, '0')}`
  }
}

const NO_FACTS: Prefetched = { references: [] }
