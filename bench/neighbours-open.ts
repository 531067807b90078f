/**
 * Attacks on all other routes of the OpenAPI document: by strangers without a token, with files that need many
 * resources, and on every list and record that no other attack requests.
 */
import { deflateRawSync } from 'node:zlib'
import { zipOf } from '../tests/support/figures/zip.ts'
import { pdfOfNestedForms } from '../tests/support/papers/pdf.ts'
import { listDataId } from './list-data.ts'
import type { Attack } from './neighbours-attacks.ts'
import type { Companies } from './neighbours-companies.ts'
import { ROUTES, type Route } from './neighbours-covered.ts'
import { flood, type HostileRequest, taken, writeHeaders } from './neighbours-hostile.ts'
import { UNKNOWN_ID } from './neighbours-writes.ts'

const CONNECTIONS = 16

type Ask = (connection: number, turn: number) => HostileRequest

/** An attack with requests that have no token, at the API address or the session address. */
function byStrangers(name: string, what: string, asked: { connections: number; atSessions?: true; ask: Ask }): Attack {
  const { connections, atSessions, ask } = asked
  return {
    name,
    what: `${what}, ${connections}×`,
    prepare: async ({ site }) => ({
      token: '',
      assault: (target) =>
        flood({ ...target, port: atSessions ? site.appPort : target.port }, { connections, request: ask }),
    }),
  }
}

const plainly = (path: string): Ask => {
  const request: HostileRequest = { method: 'GET', path }
  return () => request
}

/** An attack at the session address in which each request uses a different account. */
function ofAccounts(path: string, body: (number: number) => object): Ask {
  return (connection, turn) => ({
    method: 'POST',
    path: `/api/auth/${path}`,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body(turn * 1_000 + connection)),
  })
}

const STRANGERS: readonly Attack[] = [
  byStrangers('document-16', 'the document of the API', { connections: 16, ask: plainly('/openapi.json') }),
  byStrangers('document-page-16', 'the largest file of /docs', {
    connections: 16,
    ask: plainly('/docs/static/swagger-ui-bundle.js'),
  }),
  byStrangers('readyz-64', 'whether the service is ready', { connections: 64, ask: plainly('/readyz') }),
  byStrangers('resets-32', 'password reset links for accounts that do not exist', {
    connections: 32,
    atSessions: true,
    ask: ofAccounts('request-password-reset', (number) => ({ email: `a${number}@example.org` })),
  }),
  byStrangers('bad-links-32', 'password resets with links that do not exist', {
    connections: 32,
    atSessions: true,
    ask: ofAccounts('reset-password', (number) => ({ token: `t${number}`, newPassword: `a long password ${number}` })),
  }),
  byStrangers('wrong-passwords-32', 'sign-ins with wrong passwords', {
    connections: 32,
    atSessions: true,
    ask: ofAccounts('sign-in/email', (number) => ({ email: `a${number % 8}@example.org`, password: 'wrong password' })),
  }),
]

const uploadOf = (path: string, type: string, body: Buffer): HostileRequest => ({
  method: 'POST',
  path,
  headers: { ...writeHeaders(), 'content-type': type },
  body,
})

const pages: Attack = {
  name: 'pages-16',
  what: `pages of a PDF of nested forms that ask for gigabytes, in every width, ${CONNECTIONS}×`,
  prepare: async (companies) => ({
    token: (await companies.empty()).token,
    async assault(target) {
      const upload = uploadOf('/api/v1/procurement/imports', 'application/pdf', pdfOfNestedForms())
      const { json: made } = await taken(target, upload)
      const path = `/api/v1/procurement/imports/${made?.result?.id}/pages/1`
      return flood(target, {
        connections: CONNECTIONS,
        request: (connection, turn) => ({
          method: 'GET',
          path: `${path}?width=${100 + ((turn * CONNECTIONS + connection) % 2_300)}`,
        }),
      })
    },
  }),
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const SHEET_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/**
 * Makes small files that unpack into huge tables: with millions of shared strings, of cells in one row, or of sheets,
 * or with duplicate rows.
 */
function hostileWorkbooks(): Buffer[] {
  const part = (name: string, text: string) => {
    const bytes = Buffer.from(text)
    return { name, bytes: deflateRawSync(bytes, { level: 1 }), size: bytes.length }
  }
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const head = `<row r="1">${['Артикул', 'Название'].map(cell).join('')}</row>`
  const workbook = (rows: string, sheets = 1, texts = '') =>
    zipOf([
      part('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      part(
        '_rels/.rels',
        `<Relationships><Relationship Id="rId1" Type="${SHEET_TYPE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      part(
        'xl/workbook.xml',
        `<workbook ${MAIN} xmlns:r="${SHEET_TYPE}"><sheets>${Array.from({ length: sheets }, (_, at) => `<sheet name="Лист ${at}" sheetId="${at + 1}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
      ),
      part(
        'xl/_rels/workbook.xml.rels',
        `<Relationships><Relationship Id="rId1" Type="${SHEET_TYPE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${SHEET_TYPE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      ),
      part('xl/worksheets/sheet1.xml', `<worksheet ${MAIN}><sheetData>${head}${rows}</sheetData></worksheet>`),
      part('xl/sharedStrings.xml', `<sst ${MAIN}>${texts}</sst>`),
    ])
  const row = (number: number) => `<row r="${number}">${cell(`A-${number}`)}${cell('Товар')}</row>`
  const many = Array.from({ length: 60 }, (_, at) => row(at + 2)).join('')
  return [
    workbook(row(2), 1, '<si><t>a</t></si>'.repeat(8_000_000)),
    workbook(`<row r="2">${'<c><v>1</v></c>'.repeat(10_000_000)}</row>`),
    workbook(row(2), 200_000),
    workbook(`${many}${row(60)}`),
  ]
}

const tables: Attack = {
  name: 'tables-16',
  what: `workbooks of 1 MB that unpack to hundreds of MB, with 200,000 sheets, and with duplicate rows, ${CONNECTIONS}×`,
  prepare: async (companies) => {
    const { token } = await companies.empty()
    const uploads = hostileWorkbooks().map((bytes) => uploadOf('/api/v1/table-imports?kind=products', XLSX, bytes))
    return {
      token,
      assault: (target) =>
        flood(target, {
          connections: CONNECTIONS,
          request: (connection, turn) => {
            const upload = uploads[(connection + turn) % uploads.length]!
            return { ...upload, headers: { ...upload.headers, ...writeHeaders() } }
          },
        }),
    }
  },
}

/**
 * GET routes that the attacks in this file leave out: other attacks request them, or they would hold a connection open,
 * as the change stream does.
 */
const READ_ELSEWHERE = ['readState', 'readCatalog', 'readChanges', 'selfCheck', 'readAudit', 'readImage']

/**
 * Makes an attack on each of the remaining GET routes of the API: lists are requested with the longest pages, and
 * single records by ids taken from the lists.
 */
function eachRead(): Attack[] {
  return ROUTES.flatMap((route) =>
    route.method !== 'GET' || route.servers !== undefined || READ_ELSEWHERE.includes(route.operationId ?? '')
      ? []
      : [read(route)],
  )
}

/** The query string that requests the costs of as many products as one request may contain. */
const COSTS_OF = Array.from({ length: 100 }, (_, at) => `productId=${listDataId('product', at + 1)}`).join('&')

function queryOf({ path, operationId = '', parameters = [] }: Route): string {
  if (operationId === 'readReceiptCosts') return `?${COSTS_OF}`
  if (operationId.startsWith('list')) return '?limit=1000'
  // Reports of the present situation have no period.
  const hasPeriod = path.includes('/reports/') && parameters.some(({ name }) => name === 'from')
  return hasPeriod ? '?from=2020-01-01' : ''
}

function read(route: Route): Attack {
  const { path, operationId } = route
  const list = path.slice(0, path.search(/\/\{|$/))
  const isRecord = list !== path
  const query = queryOf(route)
  return {
    name: `get-${operationId}`,
    what: `GET ${path}${query.slice(0, 40)}, ${CONNECTIONS}×`,
    prepare: async (companies: Companies) => ({
      token: (await companies.large()).token,
      async assault(target) {
        const first: HostileRequest = { method: 'GET', path: `${list}?limit=1` }
        const found = isRecord ? (await taken(target, first)).json?.items?.[0]?.id : ''
        const asked = path.replace('{page}', '1').replace(/\{\w+\}/, found ?? UNKNOWN_ID)
        const request: HostileRequest = { method: 'GET', path: `${asked}${query}` }
        const { outcome } = await taken(target, request)
        if (outcome === 400)
          throw new Error(`${request.path} is refused for its parameters, so nothing would be measured`)
        return flood(target, { connections: CONNECTIONS, request: plainly(request.path) })
      },
    }),
  }
}

export const OPEN_ATTACKS: readonly Attack[] = [...STRANGERS, pages, tables, ...eachRead()]
