/** The methods by which a company is kept, one per route; those of plain kinds of records and of reports are made of the document. */
import { type ListRead, methodsOf, type Read, type Write } from './calls.ts'
import type { CallOptions, ConnectionOptions } from './requests.ts'
import { idOf, type StreamOptions, streamChanges } from './stream.ts'
import { type ExternalLink, KINDS, type ListExternalLinksQuery, type Operations, ROUTES } from './types.ts'

/** `cashFlow` of `reportCashFlow`: every report of the document is a method. */
type NameOf<Op> = Op extends `report${infer Name}` ? Uncapitalize<Name> : never
type Report = NameOf<keyof Operations>
type OperationOf<R extends Report> = `report${Capitalize<R>}` & keyof Operations
type Reports = { readonly [R in Report]: Read<OperationOf<R>> }

const PREFIX = 'report'
const operationOf = <R extends Report>(report: R) =>
  `${PREFIX}${report.charAt(0).toUpperCase()}${report.slice(1)}` as OperationOf<R>
const REPORTS = Object.keys(ROUTES).flatMap((operation) =>
  operation.startsWith(PREFIX)
    ? [operation.charAt(PREFIX.length).toLowerCase() + operation.slice(PREFIX.length + 1)]
    : [],
) as Report[]

type Kinds = typeof KINDS
type Method<Name, Op extends keyof Operations> = Name extends 'list'
  ? ListRead<Op>
  : Name extends 'read'
    ? Read<Op>
    : Write<Op>
type Methods<M> = { readonly [Name in keyof M]: Method<Name, M[Name] & keyof Operations> }
/** Every kind of record of the document has those of its methods that say what they are by their names. */
type Plain = { readonly [K in keyof Kinds]: Methods<Kinds[K]> }

function plainMethods({ list, read, write }: ReturnType<typeof methodsOf>): Plain {
  const makers = { list, read, create: write, update: write, delete: write } as unknown as Readonly<
    Record<string, (operation: string) => unknown>
  >
  const kinds = Object.entries(KINDS).map(([kind, operations]) => [
    kind,
    Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, makers[name]!(operation)])),
  ])
  return Object.fromEntries(kinds)
}

type ListFileQuery<L extends keyof Kinds> = Operations[Kinds[L]['list']]['takes'][0] & {
  readonly format: 'csv' | 'xlsx'
}

/**
 * Methods take what stands in the path, the body or the query, and options. Writes return `{result, state, isReplay}`, lists are
 * iterated, all throw ApiError or ConnectionError.
 * @param identity the headers by which the service knows who calls.
 */
export function companyMethods(options: ConnectionOptions, identity: Readonly<Record<string, string>>) {
  const makers = methodsOf(options, identity)
  const { write, upload, act, actWithFile, read, readCopy, list, download, urlOf, headersOf } = makers
  const plain = plainMethods(makers)
  return {
    ...plain,
    filters: {
      ...plain.filters,
      values: {
        create: write('createFilterValue'),
        update: write('updateFilterValue'),
        delete: write('deleteFilterValue'),
      },
    },
    images: {
      upload: upload('uploadProductImage'),
      /** The original bytes; with `width` a thumbnail. */
      download: (imageId: string, query?: Operations['readImage']['takes'][1], options?: CallOptions) =>
        download('readImage', [imageId, query, options]),
      delete: write('deleteProductImage'),
      /** Names all images of the product; the first is the main one. */
      reorder: write('orderProductImages'),
    },
    partners: {
      ...plain.partners,
      /** Finds by phone or e-mail, or creates. */
      resolve: write('resolvePartner'),
    },
    externalLinks: {
      ...plain.externalLinks,
      /** The link that the three parts of its key name. */
      find: (
        key: Required<Pick<ListExternalLinksQuery, 'source' | 'entityType' | 'externalId'>>,
        options?: CallOptions,
      ) => read('listExternalLinks')(key, options) as Promise<ExternalLink>,
    },
    documents: { ...plain.documents, setStatus: write('changeDocumentStatus') },
    payments: { ...plain.payments, setStatus: write('changePaymentStatus') },
    /** Uploaded purchase documents, read on the service's side. */
    imports: {
      ...plain.imports,
      upload: upload('uploadImport'),
      /** The original bytes. */
      download: (importId: string, options?: CallOptions) => download('readImportFile', [importId, options]),
      /** A page as a picture, upright: what the places of lines are parts of. */
      page: (importId: string, page: number, query?: Operations['readImportPage']['takes'][2], options?: CallOptions) =>
        download('readImportPage', [importId, String(page), query, options]),
      recognize: write('repeatRecognition'),
      createDocument: write('draftFromImport'),
      delete: write('rejectImport'),
    },
    stock: {
      /** Its list: on hand, reserved and available, by product and warehouse. */
      ...plain.stock,
      /** What receipts without a unit cost would take. */
      receiptCosts: read('readReceiptCosts'),
      receive: write('receiveStock'),
      writeOff: write('writeOffStock'),
      transfer: write('transferStock'),
    },
    orders: { ...plain.orders, create: write('placeOrder'), setStatus: write('changeOrderStatus') },
    settings: { read: read('readSettings'), update: write('updateSettings') },
    notifications: { ...plain.notifications, mark: write('markNotification') },
    /** The whole warehouse with its epoch; with `since` what changed after that revision. */
    state: { read: readCopy('readState') },
    catalog: { read: read('readCatalog') },
    audit: { list: list('readAudit'), read: read('readAuditEntry') },
    changes: {
      /** What changed after a revision, once. */
      read: readCopy('readChanges'),
      /** What changes from then on, without end. */
      stream: (from: StreamOptions) => {
        const lastEventId = idOf(from.since, from.epoch)
        return streamChanges({ client: options, url: urlOf('readChanges'), headers: headersOf(), lastEventId }, from)
      },
    },
    lists: {
      /** A whole list as CSV or XLSX, with its own filters, sort and search. */
      file: <L extends keyof Kinds>(list: L, query: ListFileQuery<L>, options?: CallOptions) =>
        download(KINDS[list].list, [query, options] as never),
    },
    /** Products, partners and opening stock from Excel and CSV. */
    tableImports: {
      list: list('listTableImports'),
      read: read('readTableImport'),
      upload: actWithFile('uploadTableImport'),
      /** What columns can be. */
      targets: read('listTableTargets'),
      /** Says what the columns are; the preview is made anew. */
      map: act('mapTableImport'),
      apply: act('applyTableImport'),
      pause: act('pauseTableImport'),
      resume: act('resumeTableImport'),
      cancel: act('cancelTableImport'),
      delete: act('deleteTableImport'),
      rows: read('listTableImportRows'),
      /** The report as a file, with the reasons beside each row. */
      report: (
        tableImportId: string,
        query: Operations['listTableImportRows']['takes'][1] & { readonly format: 'csv' | 'xlsx' },
        options?: CallOptions,
      ) => download('listTableImportRows', [tableImportId, query, options]),
    },
    reports: {
      ...(Object.fromEntries(REPORTS.map((report) => [report, read(operationOf(report))])) as unknown as Reports),
      /** The whole report as CSV or XLSX. */
      file: <R extends Report>(
        report: R,
        query: Operations[OperationOf<R>]['takes'][0] & { readonly format: 'csv' | 'xlsx' },
        options?: CallOptions,
      ) => download(operationOf(report), [query, options] as never),
    },
    summary: read('readSummary'),
    selfCheck: read('selfCheck'),
  }
}
