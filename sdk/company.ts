/** The methods by which a company is kept, one per route: those of a token's client, and of whoever is signed in. */
import { methodsOf, type Read } from './calls.ts'
import type { CallOptions, ConnectionOptions } from './requests.ts'
import { idOf, type StreamOptions, streamChanges } from './stream.ts'
import { type ExternalLink, type ListExternalLinksQuery, type Operations, ROUTES } from './types.ts'

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

/** The lists that can be had as a file. */
const LISTS = {
  warehouses: 'listWarehouses',
  priceTypes: 'listPriceTypes',
  filters: 'listFilters',
  products: 'listProducts',
  partners: 'listPartners',
  organizations: 'listOrganizations',
  contracts: 'listContracts',
  customFields: 'listCustomFields',
  externalLinks: 'listExternalLinks',
  purchases: 'listPurchases',
  documents: 'listDocuments',
  payments: 'listPayments',
  stock: 'listStock',
  lots: 'listLots',
  movements: 'listMovements',
  orders: 'listOrders',
  notifications: 'listNotifications',
} as const
type ListFileQuery<L extends keyof typeof LISTS> = Operations[(typeof LISTS)[L]]['takes'][0] & {
  readonly format: 'csv' | 'xlsx'
}

/**
 * Methods take what stands in the path, the body or the query, and options. Writes return `{result, state, isReplay}`, lists are
 * iterated, all throw ApiError or ConnectionError.
 * @param identity the headers by which the service knows who calls.
 */
export function companyMethods(options: ConnectionOptions, identity: Readonly<Record<string, string>>) {
  const { write, upload, act, actWithFile, read, readCopy, list, download, urlOf, headersOf } = methodsOf(
    options,
    identity,
  )
  return {
    warehouses: {
      list: list('listWarehouses'),
      read: read('readWarehouse'),
      create: write('createWarehouse'),
      update: write('updateWarehouse'),
      delete: write('deleteWarehouse'),
    },
    priceTypes: {
      list: list('listPriceTypes'),
      read: read('readPriceType'),
      create: write('createPriceType'),
      update: write('updatePriceType'),
      delete: write('deletePriceType'),
    },
    filters: {
      list: list('listFilters'),
      read: read('readFilter'),
      create: write('createFilter'),
      update: write('updateFilter'),
      delete: write('deleteFilter'),
      values: {
        create: write('createFilterValue'),
        update: write('updateFilterValue'),
        delete: write('deleteFilterValue'),
      },
    },
    products: {
      list: list('listProducts'),
      read: read('readProduct'),
      create: write('createProduct'),
      update: write('updateProduct'),
      delete: write('deleteProduct'),
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
      list: list('listPartners'),
      read: read('readPartner'),
      create: write('createPartner'),
      update: write('updatePartner'),
      delete: write('deletePartner'),
      /** Finds by phone or e-mail, or creates. */
      resolve: write('resolvePartner'),
    },
    organizations: {
      list: list('listOrganizations'),
      read: read('readOrganization'),
      create: write('createOrganization'),
      update: write('updateOrganization'),
      delete: write('deleteOrganization'),
    },
    contracts: {
      list: list('listContracts'),
      read: read('readContract'),
      create: write('createContract'),
      update: write('updateContract'),
      delete: write('deleteContract'),
    },
    customFields: {
      list: list('listCustomFields'),
      read: read('readCustomField'),
      create: write('createCustomField'),
      update: write('updateCustomField'),
      delete: write('deleteCustomField'),
    },
    externalLinks: {
      list: list('listExternalLinks'),
      read: read('readExternalLink'),
      create: write('createExternalLink'),
      delete: write('deleteExternalLink'),
      /** The link that the three parts of its key name. */
      find: (
        key: Required<Pick<ListExternalLinksQuery, 'source' | 'entityType' | 'externalId'>>,
        options?: CallOptions,
      ) => read('listExternalLinks')(key, options) as Promise<ExternalLink>,
    },
    purchases: {
      list: list('listPurchases'),
      read: read('readPurchase'),
      create: write('createPurchase'),
      delete: write('deletePurchase'),
    },
    documents: {
      list: list('listDocuments'),
      read: read('readDocument'),
      create: write('createDocument'),
      update: write('updateDocument'),
      setStatus: write('changeDocumentStatus'),
      delete: write('deleteDocument'),
    },
    payments: {
      list: list('listPayments'),
      read: read('readPayment'),
      create: write('createPayment'),
      update: write('updatePayment'),
      setStatus: write('changePaymentStatus'),
      delete: write('deletePayment'),
    },
    /** Uploaded purchase documents, read on the service's side. */
    imports: {
      list: list('listImports'),
      read: read('readImport'),
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
      /** On hand, reserved and available, by product and warehouse. */
      list: list('listStock'),
      /** What receipts without a unit cost would take. */
      receiptCosts: read('readReceiptCosts'),
      receive: write('receiveStock'),
      writeOff: write('writeOffStock'),
      transfer: write('transferStock'),
    },
    lots: { list: list('listLots'), read: read('readLot') },
    movements: { list: list('listMovements'), read: read('readMovement') },
    orders: {
      list: list('listOrders'),
      read: read('readOrder'),
      create: write('placeOrder'),
      update: write('updateOrder'),
      setStatus: write('changeOrderStatus'),
      delete: write('deleteOrder'),
    },
    settings: { read: read('readSettings'), update: write('updateSettings') },
    notifications: {
      list: list('listNotifications'),
      read: read('readNotification'),
      mark: write('markNotification'),
    },
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
      file: <L extends keyof typeof LISTS>(list: L, query: ListFileQuery<L>, options?: CallOptions) =>
        download(LISTS[list], [query, options]),
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
