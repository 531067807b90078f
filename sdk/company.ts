/**
 * The methods for working in a company, one for each route. The methods for reports and the standard methods for
 * records are generated from the API document.
 */
import { type ListRead, methodsOf, type Read, type Write } from './calls.ts'
import type { CallOptions, ConnectionOptions } from './requests.ts'
import { idOf, type StreamOptions, streamChanges } from './stream.ts'
import { type ExternalLink, KINDS, type ListExternalLinksQuery, type Operations, ROUTES } from './types.ts'

/**
 * Turns an operation such as `reportCashFlow` into the method name `cashFlow`, so that every report of the API document
 * becomes a method.
 */
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
/**
 * The standard methods of each kind of record: list, read, create, update and delete, as far as the API document
 * defines them for that kind.
 */
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
 * Makes the methods for a company. They take the path parameters, the body or query, and options. Writes return
 * `{result, state, isReplay}`, lists can be iterated, and all methods throw ApiError or ConnectionError.
 * @param identity the headers that identify the caller to the server.
 */
export function companyMethods(options: ConnectionOptions, identity: Readonly<Record<string, string>>) {
  const makers = methodsOf(options, identity)
  const { write, upload, act, actWithFile, actWithState, read, readCopy, list, download, urlOf, headersOf } = makers
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
      /** Downloads the original image or, with `width`, a thumbnail of that width in pixels. */
      download: (imageId: string, query?: Operations['readImage']['takes'][1], options?: CallOptions) =>
        download('readImage', [imageId, query, options]),
      delete: write('deleteProductImage'),
      /** Sets the order of all images of a product. The first image is the main one. */
      reorder: write('orderProductImages'),
    },
    /**
     * Executes up to 100 commands in one request. With `mode: 'all'`, either all commands are executed or none; with
     * `mode: 'each'`, each is executed independently. Give every command a new key (`newKey`). If the response is lost,
     * send the same batch again.
     */
    batch: actWithState('executeBatch'),
    partners: {
      ...plain.partners,
      /** Finds a partner by phone or e-mail, or creates one. */
      resolve: write('resolvePartner'),
    },
    externalLinks: {
      ...plain.externalLinks,
      /** Finds the link between a record and its counterpart in another system, by the link's three-part key. */
      find: (
        key: Required<Pick<ListExternalLinksQuery, 'source' | 'entityType' | 'externalId'>>,
        options?: CallOptions,
      ) => read('listExternalLinks')(key, options) as Promise<ExternalLink>,
    },
    documents: {
      ...plain.documents,
      setStatus: write('changeDocumentStatus'),
      /** Sets or corrects the number and date of the paper document, even after posting. */
      setPaper: write('dateDocument'),
      /** Drafts an order to a supplier from rows of the report `reorder`. */
      orderProposed: write('orderProposed'),
    },
    payments: {
      ...plain.payments,
      setStatus: write('changePaymentStatus'),
      /** Sets or corrects the number and date of the paper document, even after the payment is posted. */
      setPaper: write('datePayment'),
      /** Assigns a payment to the given orders. They replace the orders to which it was assigned before. */
      assign: write('assignPayment'),
    },
    /** The methods for uploaded purchase documents, whose text the server recognizes. */
    imports: {
      ...plain.imports,
      upload: upload('uploadImport'),
      /** Downloads an uploaded purchase document, unchanged. */
      download: (importId: string, options?: CallOptions) => download('readImportFile', [importId, options]),
      /**
       * Downloads a page of the file as an upright picture. In the import, the positions of text lines are given as
       * fractions of this picture's width and height.
       */
      page: (importId: string, page: number, query?: Operations['readImportPage']['takes'][2], options?: CallOptions) =>
        download('readImportPage', [importId, String(page), query, options]),
      recognize: write('repeatRecognition'),
      createDocument: write('draftFromImport'),
      delete: write('rejectImport'),
    },
    stock: {
      /** The methods for the stock of each product at each warehouse: on hand, reserved and available. */
      ...plain.stock,
      /** Reads the unit costs that receipts would get if they did not state any. */
      receiptCosts: read('readReceiptCosts'),
      receive: write('receiveStock'),
      /**
       * Receives everything that arrived together as one document, optionally for a document from the report
       * `expected`.
       */
      receiveDelivery: write('receiveDelivery'),
      /** Adds a photograph to a delivery. Download the photograph with `images.download` and its id. */
      addDeliveryPhoto: upload('addDeliveryPhoto'),
      writeOff: write('writeOffStock'),
      transfer: write('transferStock'),
    },
    movements: {
      ...plain.movements,
      /** Sets or corrects the number and date of the paper document for a receipt, write-off or transfer. */
      setPaper: write('dateMovement'),
    },
    orders: {
      ...plain.orders,
      create: write('placeOrder'),
      setStatus: write('changeOrderStatus'),
      /** Ships the given quantities of the lines or, without `lines`, everything that is left. */
      ship: write('shipOrder'),
      /** Reserves an order again after its reservation has ended, or sets how long it stays reserved. */
      reserve: write('reserveOrder'),
      /** Starts picking an order, or takes it over from whoever is picking it. */
      take: write('takeOrder'),
      /** Reports how much of a product is missing from the shelf; 0 means that all of it was found. */
      noteAbsence: write('noteAbsence'),
      /** Cancels the rest of a partly shipped order, so that the order is finished. */
      close: write('closeOrder'),
    },
    shipments: {
      ...plain.shipments,
      cancel: write('cancelShipment'),
      /** Sets or corrects the number and date of the shipment's paper document. */
      setPaper: write('dateShipment'),
    },
    customerReturns: {
      ...plain.customerReturns,
      setStatus: write('changeCustomerReturnStatus'),
      /** Sets or corrects the number and date of the paper document, even after the return is posted. */
      setPaper: write('dateCustomerReturn'),
    },
    stocktakes: {
      ...plain.stocktakes,
      /** Sends the counted quantities of one or more products of a stocktake. */
      count: write('countGoods'),
      setStatus: write('changeStocktakeStatus'),
      /** Sets or corrects the number and date of the stocktake's paper document. */
      setPaper: write('dateStocktake'),
      recount: write('recountLines'),
      accept: write('acceptLines'),
      /** Replaces the pairs of a shortage and a surplus that are netted against each other. */
      setMisSorts: write('setMisSorts'),
      /**
       * Corrects the stock by the differences found. While the status of the result is `review`, repeat the call with a
       * new key.
       */
      post: write('postStocktake'),
    },
    settings: { read: read('readSettings'), update: write('updateSettings') },
    notifications: { ...plain.notifications, mark: write('markNotification') },
    /** Reads the whole state with its epoch; with `since`, only the changes after that revision. */
    state: { read: readCopy('readState') },
    catalog: { read: read('readCatalog') },
    audit: { list: list('readAudit'), read: read('readAuditEntry') },
    changes: {
      /** Reads the changes after a revision and returns at once, without waiting for further changes. */
      read: readCopy('readChanges'),
      /** Returns an endless stream that yields changes as they happen. */
      stream: (from: StreamOptions) => {
        const lastEventId = idOf(from.since, from.epoch)
        return streamChanges({ client: options, url: urlOf('readChanges'), headers: headersOf(), lastEventId }, from)
      },
    },
    lists: {
      /** Downloads a whole list as CSV or XLSX, with the given filters, sort order and search. */
      file: <L extends keyof Kinds>(list: L, query: ListFileQuery<L>, options?: CallOptions) =>
        download(KINDS[list].list, [query, options] as never),
    },
    /** Imports of products, partners, opening stock, stock rules and supplier items from Excel and CSV files. */
    tableImports: {
      list: list('listTableImports'),
      read: read('readTableImport'),
      upload: actWithFile('uploadTableImport'),
      /** Reads the fields to which the columns of an uploaded table can be assigned. */
      targets: read('listTableTargets'),
      /** Assigns the columns to fields. The server then makes a new preview. */
      map: act('mapTableImport'),
      apply: act('applyTableImport'),
      pause: act('pauseTableImport'),
      resume: act('resumeTableImport'),
      cancel: act('cancelTableImport'),
      delete: act('deleteTableImport'),
      rows: read('listTableImportRows'),
      /** Downloads an uploaded table with the problems of each row added to the row. */
      report: (
        tableImportId: string,
        query: Operations['listTableImportRows']['takes'][1] & { readonly format: 'csv' | 'xlsx' },
        options?: CallOptions,
      ) => download('listTableImportRows', [tableImportId, query, options]),
    },
    reports: {
      ...(Object.fromEntries(REPORTS.map((report) => [report, read(operationOf(report))])) as unknown as Reports),
      /** Downloads a whole report as CSV or XLSX. */
      file: <R extends Report>(
        report: R,
        query: Operations[OperationOf<R>]['takes'][0] & { readonly format: 'csv' | 'xlsx' },
        options?: CallOptions,
      ) => download(operationOf(report), [query, options] as never),
    },
    summary: read('readSummary'),
    limits: read('readLimits'),
    selfCheck: read('selfCheck'),
  }
}
