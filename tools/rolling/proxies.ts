/**
 * Runs nginx, HAProxy and Caddy in front of two nodes on this machine, each with the example of `deploy/` in which only
 * addresses, ports and paths are replaced.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const DEPLOY = new URL('../../deploy/', import.meta.url)
const LISTEN_MS = 10_000

export type ProxyName = 'nginx' | 'haproxy' | 'caddy'

/** The addresses of a node on 127.0.0.1. */
export interface NodePorts {
  readonly api: number
  readonly app: number
}

export interface ProxyPlace {
  /** An empty folder for the configuration, the certificate and the log. */
  readonly folder: string
  /** The ports for HTTPS and for plain HTTP. */
  readonly port: number
  readonly plainPort: number
  readonly nodes: readonly [NodePorts, NodePorts]
}

export interface RunningProxy {
  /** The version as the program reports it. */
  readonly version: string
  stop(): Promise<void>
}

interface Kind {
  readonly version: readonly [string, ...string[]]
  /** Writes the configuration. Returns the command that runs the proxy in the foreground. */
  prepare(place: ProxyPlace, certificate: Certificate): readonly [string, ...string[]]
}

interface Certificate {
  readonly certificate: string
  readonly key: string
  /** A file with both of them. */
  readonly both: string
}

const KINDS: Readonly<Record<ProxyName, Kind>> = {
  nginx: { version: ['nginx', '-v'], prepare: prepareNginx },
  haproxy: { version: ['haproxy', '-v'], prepare: prepareHaproxy },
  caddy: { version: ['caddy', 'version'], prepare: prepareCaddy },
}

export const PROXIES = Object.keys(KINDS) as ProxyName[]

/** Returns the version of an installed proxy, or null if it is not installed. */
export function versionOf(name: ProxyName): string | null {
  const [program, ...args] = KINDS[name].version
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? `${stdout}${stderr}`.split('\n')[0]!.trim() : null
}

/** Starts a proxy and waits until it listens. Its output goes to `<folder>/log`. */
export async function startProxy(name: ProxyName, place: ProxyPlace): Promise<RunningProxy> {
  const [program, ...args] = KINDS[name].prepare(place, makeCertificate(place.folder))
  const lines: string[] = []
  const env = { ...process.env, HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder }
  const child: ChildProcess = spawn(program, args, { cwd: place.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => lines.push(String(bytes)))
  const exited = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
    writeFileSync(join(place.folder, 'log'), lines.join(''))
  }
  for (let waited = 0; !(await listens(place.port)); waited += 50) {
    if (child.exitCode !== null || waited > LISTEN_MS) {
      await stop()
      throw new Error(`${name} does not start: ${lines.join('')}`)
    }
    await sleep(50)
  }
  return { version: versionOf(name)!, stop }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Makes a certificate that nobody trusts, for both names of the examples. */
function makeCertificate(folder: string): Certificate {
  const [certificate, key, both] = ['cert.pem', 'key.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const names = 'subjectAltName=DNS:sklad.example.org,DNS:api.sklad.example.org'
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', key, '-out', certificate, '-subj', '/CN=sklad.example.org', '-addext', names]
  execFileSync('openssl', ['req', ...kind, ...files], { stdio: 'ignore' })
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return { certificate, key, both }
}

/** Reads an example and replaces texts in it. Throws if one of them is no longer in the example. */
function exampleWith(name: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${name} no longer has the line: ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(new URL(name, DEPLOY), 'utf8'),
  )
}

function prepareNginx({ folder, port, plainPort, nodes: [first, second] }: ProxyPlace, files: Certificate) {
  const site = exampleWith('nginx.conf', [
    ['server 127.0.0.1:8081', `server 127.0.0.1:${first.app}`],
    ['# server 10.77.0.12:8081', `server 127.0.0.1:${second.app}`],
    ['server 127.0.0.1:8080', `server 127.0.0.1:${first.api}`],
    ['# server 10.77.0.12:8080', `server 127.0.0.1:${second.api}`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['  listen [::]:80;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['/etc/ssl/skladno/fullchain.pem', files.certificate],
    ['/etc/ssl/skladno/privkey.pem', files.key],
  ])
  writeFileSync(join(folder, 'skladno.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const around = [
    'daemon off; worker_processes 2; error_log stderr warn;',
    `pid ${folder}/nginx.pid;`,
    'events { worker_connections 1024; }',
    // The folder belongs to who runs this script, so the workers must run under the same account.
    process.getuid?.() === 0 ? 'user root;' : '',
    `http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}`,
    `include ${folder}/skladno.conf; }`,
  ]
  writeFileSync(join(folder, 'main.conf'), around.join('\n'))
  return ['nginx', '-p', folder, '-c', join(folder, 'main.conf')] as const
}

function prepareHaproxy({ folder, port, plainPort, nodes: [first, second] }: ProxyPlace, files: Certificate) {
  const text = exampleWith('haproxy.cfg', [
    ['10.77.0.11:8081', `127.0.0.1:${first.app}`],
    ['10.77.0.12:8081', `127.0.0.1:${second.app}`],
    ['10.77.0.11:8080', `127.0.0.1:${first.api}`],
    ['10.77.0.12:8080', `127.0.0.1:${second.api}`],
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['bind :80', `bind 127.0.0.1:${plainPort}`],
    ['/etc/ssl/skladno/skladno.pem', files.both],
  ])
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  return ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')] as const
}

function prepareCaddy({ folder, port, plainPort, nodes: [first, second] }: ProxyPlace, files: Certificate) {
  const own = `{\n\tadmin off\n\thttps_port ${port}\n\thttp_port ${plainPort}\n\tdefault_bind 127.0.0.1\n\tservers {`
  const text = exampleWith('Caddyfile', [
    // Caddy would ask for real certificates.
    ['(skladno) {', `(skladno) {\n\ttls ${files.certificate} ${files.key}`],
    ['{\n\tservers {', own],
    ['to 127.0.0.1:8081', `to 127.0.0.1:${first.app}`],
    ['# to 10.77.0.12:8081', `to 127.0.0.1:${second.app}`],
    ['to 127.0.0.1:8080', `to 127.0.0.1:${first.api}`],
    ['# to 10.77.0.12:8080', `to 127.0.0.1:${second.api}`],
    ['# import nodes', 'import nodes'],
  ])
  mkdirSync(join(folder, 'caddy'), { recursive: true })
  writeFileSync(join(folder, 'Caddyfile'), text)
  return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'] as const
}
