/**
 * OpenAPI schemas of responses that are not records: state, changes, catalog, pages. They serve only as documentation;
 * other code serializes the responses.
 */
import { type TProperties, type TSchema, Type } from 'typebox'
import { ACTIONS } from '../../domain/audit-log.ts'
import * as records from '../../domain/record-schemas.ts'
import { STATE_KINDS, type StateKind } from '../../domain/records.ts'
import { FreeObject, Id, Moment, Money, Name, orNull, StockCost } from '../../domain/schema.ts'
import { SHOWN } from '../../engine/serialize.ts'
import { LoggedFigures } from './audit.ts'

const Revision = Type.Integer({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })

/** Makes a named schema of an object with exactly the given keys. */
function closed<T extends TProperties>(title: string, description: string, properties: T) {
  return Type.Object(properties, { title, description, additionalProperties: false })
}

/** Makes a property for each kind in the state. */
function ofEachKind(schemaOf: (kind: StateKind) => TSchema): TProperties {
  return Object.fromEntries(STATE_KINDS.map((kind) => [kind, schemaOf(kind)]))
}

const Company = closed('Company', 'The company that owns the warehouse.', { id: Id, name: Name })

const { stock: _stock, ...COUNTED } = ofEachKind(() => ({ ...Count, description: 'The number of records.' }))
const Totals = closed('Totals', 'How many records of each kind there are, and the value of the stock.', {
  ...COUNTED,
  stockValue: StockCost,
})

const StateSchema = closed(
  'State',
  'The full form: all reference records, lots that are not used up, open records, and the newest 1,000 finished records of each kind. Arrays are ordered by id.',
  {
    revision: Revision,
    company: Company,
    settings: records.SettingsRecord,
    totals: Totals,
    ...ofEachKind((kind) => Type.Array(SHOWN[kind], { description: 'The records, ordered by id.' })),
  },
)

const StockPlace = closed('StockPlace', 'The key of a stock row.', { productId: Id, warehouseId: Id })

const Changes = closed(
  'Changes',
  'The changes form: what to add to and remove from the state at `since` to get the state at `revision`.',
  {
    revision: Revision,
    since: Revision,
    totals: Totals,
    changed: closed('ChangedRecords', 'Complete records, grouped under the names of their arrays in the state.', {
      settings: Type.Optional(records.SettingsRecord),
      ...ofEachKind((kind) =>
        Type.Optional(Type.Array(SHOWN[kind], { description: 'Records that were created or changed.' })),
      ),
    }),
    removed: closed(
      'RemovedRecords',
      'Ids, grouped under the names of their arrays in the state.',
      ofEachKind((kind) =>
        Type.Optional(
          Type.Array(kind === 'stock' ? StockPlace : Id, {
            description: 'Ids of the records that are no longer in the state.',
          }),
        ),
      ),
    ),
  },
)

const StateSummary = closed('StateSummary', 'The short form, which `state=summary` and `return=minimal` request.', {
  revision: Revision,
  company: Company,
  totals: Totals,
})

/** Makes a named schema of a value that has one of the given forms. */
function oneForm(title: string, description: string, forms: TSchema[]): TSchema {
  return Type.Unsafe({ title, description, oneOf: forms })
}

/** The response of `bootstrap` and `changes` when the request has `since`. */
export const StateOrChanges = oneForm(
  'StateOrChanges',
  'The changes form if `since` is given and the log reaches back to it; otherwise the full form. Only the changes form has `since`.',
  [StateSchema, Changes],
)

export const AnyState = oneForm(
  'AnyState',
  'The warehouse after the command: the full form, or the form requested by `Prefer`. Only the changes form has `since`; only the full form has `settings`.',
  [StateSchema, Changes, StateSummary],
)

/** Makes the schema of the response to a write: its result and the state. */
export function writeAnswer(result: TSchema): TSchema {
  const { title } = result as unknown as { title: string }
  const described = { title: `${title}Answer`, description: `The answer to a write whose \`result\` is a ${title}.` }
  return Type.Object({ result, state: AnyState }, described)
}

/** Makes the schema of a page of a list. @param totals the totals of the whole list, if the list has any */
export function pageOf(entry: TSchema, totals?: TProperties): TSchema {
  const { title } = entry as unknown as { title: string }
  const asked: TProperties =
    totals === undefined
      ? {}
      : {
          totals: Type.Optional(
            closed(`${title}Totals`, 'Totals of the whole list; present only with `totals=true`.', totals),
          ),
        }
  return Type.Object(
    { items: Type.Array(entry), nextCursor: orNull(Type.String()), ...asked },
    { title: `${title}Page`, description: `A page of a list of ${title}.` },
  )
}

const CatalogPriceType = Type.Unsafe({
  ...Type.Object({ id: Id, name: Name }, { additionalProperties: false }),
  type: ['object', 'null'],
})

export const Catalog = Type.Object(
  {
    revision: Revision,
    priceType: CatalogPriceType,
    filters: Type.Array(
      Type.Object(
        {
          id: Id,
          name: Name,
          values: Type.Array(
            Type.Object(
              { id: Id, name: Name, count: Count },
              { title: 'CatalogValue', description: 'An active value.' },
            ),
          ),
        },
        { title: 'CatalogFilter', description: 'An active filter.' },
      ),
    ),
    products: Type.Array(
      Type.Object(
        { ...records.ProductRecord.properties, selectedPrice: orNull(Money), stock: Type.Array(records.StockRecord) },
        { title: 'CatalogProduct', description: 'An active product with its price and stock.' },
      ),
    ),
  },
  { title: 'Catalog', description: 'The products that can be sold, at the chosen prices.' },
)

export const AuditEntry = Type.Object(
  {
    id: Id,
    at: Moment,
    revision: Revision,
    actor: Type.Object(
      { type: Type.String({ enum: ['token', 'user', 'system'] }), id: Type.String(), name: Type.String() },
      { title: 'Actor', description: 'An API token, a user, or the service itself.' },
    ),
    action: Type.String({ enum: Object.keys(ACTIONS) }),
    entityType: Name,
    entityId: Type.String(),
    summary: Type.String(),
    figures: Type.Optional(LoggedFigures),
    details: Type.Object({
      result: Type.Optional(FreeObject),
      before: Type.Optional(FreeObject),
    }),
  },
  { title: 'AuditEntry', description: 'One successful command.' },
)
