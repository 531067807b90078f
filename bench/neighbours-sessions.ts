/**
 * Attacks at the session address: by signed-in members, by people who guess passwords and links from many addresses,
 * and with requests that make the server send e-mails.
 */
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import type { Attack } from './neighbours-attacks.ts'
import type { Companies } from './neighbours-companies.ts'
import { ROUTES } from './neighbours-covered.ts'
import { flood, type HostileRequest, type Target, writeHeaders } from './neighbours-hostile.ts'
import { UNKNOWN_ID } from './neighbours-writes.ts'
import { BENCH_PASSWORD, freePort, type Site } from './site.ts'

const CONNECTIONS = 16
const SESSION_HEADERS = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
/** The number of accounts for which e-mails are requested. The limit is five an hour for each account. */
const MAILED_ACCOUNTS = 40
/**
 * Settings for a server behind one trusted proxy. With them, the benchmark can claim any client address in a header.
 */
const BEHIND_PROXY = { TRUST_PROXY: '1' }
/** An address at which nothing listens, so that attacks on the MoySklad connection do not reach the real MoySklad. */
const NOBODY = 'http://127.0.0.1:9/api/remap/1.2'

/** Signs in as a company's owner and returns the headers that a browser would send. */
async function signedIn({ appPort }: Site, email: string): Promise<Record<string, string>> {
  const address = `http://127.0.0.1:${appPort}`
  const headers = { ...SESSION_HEADERS, origin: address }
  const response = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: BENCH_PASSWORD }),
  })
  if (response.status !== 200) throw new Error(`The sign-in was answered ${response.status}: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return { ...headers, cookie }
}

type Ask = (connection: number, turn: number) => HostileRequest

/** An attack by a signed-in member of the company. */
function byMembers(name: string, what: string, ask: Ask, settings: Record<string, string> = {}): Attack {
  return {
    name,
    what: `${what}, ${CONNECTIONS}×`,
    async prepare(companies) {
      const session = await signedIn(companies.site, (await companies.empty()).email)
      const assault = (target: Target) =>
        flood(atSessions(companies, target), {
          connections: CONNECTIONS,
          request: (connection, turn) => {
            const asked = ask(connection, turn)
            return { ...asked, headers: { ...asked.headers, ...session } }
          },
        })
      return { token: '', settings, assault }
    },
  }
}

/** Returns a target at the session address, which is used with a session instead of a token. */
const atSessions = ({ site }: Companies, { signal }: Target): Target => ({ port: site.appPort, token: '', signal })

const memberReads = ROUTES.filter(({ method, servers }) => method === 'GET' && servers !== undefined).map(
  ({ path, operationId }) =>
    byMembers(`session-${operationId}`, `GET ${path} with a session`, () => ({
      method: 'GET',
      path: path.replace(/\{\w+\}/, UNKNOWN_ID),
    })),
)

/** Request bodies for the routes that require one. */
const BODIES: Readonly<Record<string, object>> = {
  connectIntegration: { token: 'a-token-that-nobody-has' },
  startImport: { products: true, partners: true, warehouses: true, organizations: true, purchases: true },
  inviteMember: { role: 'viewer' },
  acceptInvitation: { token: 'an-invitation-that-is-not-there' },
  previewInvitation: { token: 'an-invitation-that-is-not-there' },
  updateMember: { role: 'viewer' },
  issueToken: { name: 'Склад' },
  // Use the id of an unknown company, because choosing the user's own company would replace the session.
  chooseCompany: { companyId: UNKNOWN_ID },
}
const WRITES = ROUTES.filter(({ method, servers }) => method !== 'GET' && servers !== undefined)

/** An attack that requests one route after another. Each connection starts at a different route. */
const memberWrites = byMembers(
  'session-writes-16',
  'all writes at the session address: team, tokens, invitations, import',
  (connection, turn) => {
    const { method, path, operationId = '' } = WRITES[(connection + turn) % WRITES.length]!
    return {
      method: method as HostileRequest['method'],
      path: path.replace(/\{\w+\}/, UNKNOWN_ID),
      headers: writeHeaders(),
      body: JSON.stringify(BODIES[operationId] ?? {}),
    }
  },
  { EXTSYS_URL: NOBODY },
)
const updateUser = byMembers(
  'update-user-16',
  'changes of the user’s own name, which every session must learn',
  (connection, turn) => ({
    method: 'POST',
    path: '/api/auth/update-user',
    body: JSON.stringify({ name: `Имя ${connection}-${turn}` }),
  }),
)

/** An attack in which each request comes from a different address, so that the limits per address do not apply. */
function fromManyAddresses(
  { name, what, connections }: { name: string; what: string; connections: number },
  path: string,
  body: (number: number) => object,
): Attack {
  const ask: Ask = (connection, turn) => {
    const number = turn * connections + connection
    return {
      method: 'POST',
      path: `/api/auth/${path}`,
      headers: { ...SESSION_HEADERS, 'x-forwarded-for': addressOf(number) },
      body: JSON.stringify(body(number)),
    }
  }
  return {
    name,
    what: `${what}, ${connections}×`,
    async prepare(companies) {
      const assault = (target: Target) => flood(atSessions(companies, target), { connections, request: ask })
      return { token: '', settings: BEHIND_PROXY, assault }
    },
  }
}

const addressOf = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

const workingPasswords = fromManyAddresses(
  {
    name: 'working-passwords-32',
    what: 'wrong passwords that are all checked: from many addresses, of many accounts',
    connections: 32,
  },
  'sign-in/email',
  (number) => ({ email: `a${number}@example.org`, password: 'wrong password' }),
)

const workingLinks = fromManyAddresses(
  { name: 'working-links-32', what: 'bad links that are all checked, from many addresses', connections: 32 },
  'reset-password',
  (number) => ({ token: `t${number}`, newPassword: `a long password ${number}` }),
)

/**
 * An attack that requests password reset links for existing accounts. The benchmark's mail server accepts every
 * message.
 */
const mailedResets: Attack = {
  name: 'mailed-resets-32',
  what: `password reset links, mailed to ${MAILED_ACCOUNTS} accounts, requested from many addresses, 32×`,
  async prepare(companies) {
    const emails: string[] = []
    for (let count = 0; count < MAILED_ACCOUNTS; count += 1) emails.push((await companies.empty()).email)
    const port = await freePort()
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Skladno <skladno@example.org>' }
    const body = (number: number) => ({ email: emails[number % emails.length]! })
    const flooding = fromManyAddresses({ name: '', what: '', connections: 32 }, 'request-password-reset', body)
    const { assault } = await flooding.prepare(companies)
    return {
      token: '',
      settings: { ...BEHIND_PROXY, ...mail },
      async assault(target) {
        const server = new SMTPServer({
          authOptional: true,
          disabledCommands: ['STARTTLS', 'AUTH'],
          onData: (stream, _session, done) => void stream.resume().once('end', done),
        })
        server.on('error', () => undefined)
        await once(server.listen(port, '127.0.0.1'), 'listening')
        const tally = await assault(target)
        server.close()
        return tally
      },
    }
  },
}

/** All attacks at the session address. */
export const SESSION_ATTACKS: readonly Attack[] = [
  ...memberReads,
  memberWrites,
  updateUser,
  workingPasswords,
  workingLinks,
  mailedResets,
]
