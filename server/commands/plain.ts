/**
 * Builds the commands of simple kinds of record: create, change, archive, restore, delete. The commands are derived
 * from the kind's definition (domain/kinds.ts). No other record refers to a record of such a kind, so the only possible
 * refusal is for an unknown id. A kind with special rules has its own file.
 */
import { type Action, type Logged, logRecord } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import type { RecordKind } from '../domain/fields/kind.ts'
import { aboutKind, type NamedKind, namesOf, nounOf, withArticle } from '../domain/kinds.ts'
import { put, remove } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { type Command, defineCommand, type Result } from './define.ts'
import { Deleted, NoBody, updateVerb } from './fields.ts'

/** The fields that a record must have so that its commands can be derived from the kind's definition. */
interface Plain {
  readonly id: string
  readonly name: string
  readonly archived: boolean
}

/** The data about a kind from which its commands are derived. */
interface Family {
  readonly kind: NamedKind
  readonly of: RecordKind
  /** The kind's name, such as `Carrier`, in operation names. */
  readonly noun: string
  readonly a: string
  readonly shared: Pick<Command, 'may' | 'tag' | 'entity'>
  readonly path: string
  readonly idName: string
  find(books: Books, params: Readonly<Record<string, string>>): Plain
}

export function plainCommands(kind: NamedKind): readonly Command[] {
  const { what, idName, path, tag, entity } = namesOf(kind)
  const family: Family = {
    kind,
    of: aboutKind(kind).of as RecordKind,
    noun: nounOf(kind),
    a: withArticle(what),
    shared: { may: 'managers', tag, entity },
    path: `/api/v1/${path}`,
    idName,
    find: (books, params) => {
      const record = books[kind].get(params[idName]!)
      if (record === undefined) throw notFound(what, params[idName]!)
      return record
    },
  }
  return [creation(family), update(family), deletion(family)]
}

function creation({ kind, of, noun, a, shared, path }: Family): Command {
  return defineCommand({
    ...shared,
    name: `create${noun}`,
    method: 'POST',
    path,
    refusals: [],
    summary: `Create ${a}`,
    description: 'Several may have the same name.',
    action: `${shared.entity}.created` as Action,
    body: of.create,
    result: of.record,
    example: exampleOf(of, of.create),
    decide(_books, { body }, { now, revision, newId }) {
      const told = { id: newId(), createdAt: now, updatedAt: now, revision }
      return written(kind, of.make(told, body), (name) => logRecord(shared.entity, 'created', name))
    },
  })
}

function update({ kind, of, noun, a, shared, path, idName, find }: Family): Command {
  return defineCommand({
    ...shared,
    name: `update${noun}`,
    method: 'PATCH',
    path: `${path}/:${idName}`,
    refusals: ['NOT_FOUND'],
    summary: `Change, archive or restore ${a}`,
    description:
      'Fields that are left out stay unchanged, null clears a field, and a given array replaces the old one.',
    action: `${shared.entity}.updated` as Action,
    body: of.update,
    result: of.record,
    example: exampleOf(of, of.update),
    decide(books, { params, body }, { now, revision }) {
      const record = find(books, params)
      const changed = { ...of.change(record, body as object), updatedAt: now, revision }
      return written(kind, changed, (name) => logRecord(shared.entity, updateVerb(record, changed), name))
    },
  })
}

function deletion({ kind, noun, a, shared, path, idName, find }: Family): Command {
  return defineCommand({
    ...shared,
    name: `delete${noun}`,
    method: 'DELETE',
    path: `${path}/:${idName}`,
    refusals: ['NOT_FOUND'],
    summary: `Delete ${a}`,
    description: 'It can always be deleted, because nothing else refers to it.',
    action: `${shared.entity}.deleted` as Action,
    body: NoBody,
    result: Deleted,
    example: {},
    decide(books, { params }) {
      const { id, name } = find(books, params)
      const logged = logRecord(shared.entity, 'deleted', name)
      return { result: { deleted: id }, changes: [remove(kind, id)], logged }
    },
  })
}

function written(kind: NamedKind, record: object, loggedAs: (name: string) => Logged) {
  const result = { kind, record } as unknown as Result
  return { result, changes: [put(kind, record as never)], logged: loggedAs((record as Plain).name) }
}

/** Builds an example body: the fields of the body, with the values from the kind's example record. */
function exampleOf({ example }: RecordKind, { properties }: RecordKind['create' | 'update']): Record<string, unknown> {
  const given = Object.keys(properties).filter((name) => example[name] != null)
  return Object.fromEntries(given.map((name) => [name, example[name]]))
}
