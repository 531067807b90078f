/**
 * `npm run sbom`: prints the packages that the service consists of, as a CycloneDX document (SBOM): the packages that
 * it uses when it runs on this machine, and the packages built into the app. `npm sbom --omit dev` would leave out
 * every package that a development tool also needs, such as nodemailer. A separately installed PostgreSQL and the
 * operating system are not included.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[]
}

export interface Sbom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string; readonly name: string } }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface LockedPackage {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The packages of package-lock.json, by path. The path of our own package is empty. */
type Lock = Readonly<Record<string, LockedPackage>>

const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:[\w*{}\s,]+\sfrom\s+)?['"]([^'"./][^'"]*)['"]|\bimport\(\s*['"]([^'"./][^'"]*)['"]/gm

/** Returns the packages that a source imports, by name. */
export function importedBy(source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, always, later]) => {
    const path = (always ?? later)!
    const parts = path.startsWith('@') ? 2 : 1
    return path.split('/').slice(0, parts).join('/')
  })
}

/** Returns the names of the packages that the app imports, without the packages needed only to build it. */
function importedByApp(): string[] {
  const sources = globSync('{web,sdk,amounts,spellings}/**/*.{ts,tsx}').filter((path) => !path.endsWith('.config.ts'))
  return sources.flatMap((path) => importedBy(readFileSync(path, 'utf8')))
}

/**
 * Returns the names of the packages that a package needs, including its optional dependencies but not its optional peer
 * dependencies.
 */
function neededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta }: LockedPackage) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/**
 * Returns the ids of our direct dependencies with the given names, and of all packages that these dependencies need.
 */
export function closureOf(
  { metadata, components, dependencies }: Sbom,
  lock: Lock,
  names: readonly string[],
): Set<string> {
  const nameOf = new Map(components.map((one) => [one['bom-ref'], one.name]))
  const needed = new Map<string, Set<string>>()
  for (const [path, one] of Object.entries(lock)) {
    const ref = `${path.replace(/^.*node_modules\//, '')}@${one.version}`
    needed.set(ref, new Set([...(needed.get(ref) ?? []), ...neededBy(one)]))
  }
  const dependsOn = new Map(dependencies.map((one) => [one.ref, one.dependsOn]))
  const own = dependsOn.get(metadata.component['bom-ref']) ?? []
  const waiting = own.filter((ref) => names.includes(nameOf.get(ref) ?? ''))
  const found = new Set<string>()
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (found.has(ref)) continue
    found.add(ref)
    const needs = needed.get(ref)
    waiting.push(...(dependsOn.get(ref) ?? []).filter((other) => needs?.has(nameOf.get(other) ?? '')))
  }
  return found
}

/**
 * Keeps only the packages that the service uses when it runs or that are built into the app. Their download addresses
 * are removed.
 */
function shipped(all: Sbom, lock: Lock, app: readonly string[]): Sbom {
  const own = lock['']!
  const service = closureOf(all, lock, neededBy(own))
  const both = new Set([...service, ...closureOf(all, lock, app)])
  const part = [{ name: 'skladno:part', value: 'app' }]
  const components = all.components
    .filter((one) => both.has(one['bom-ref']))
    .map((one) => ({
      ...one,
      properties: service.has(one['bom-ref']) ? [] : part,
      externalReferences: (one.externalReferences ?? []).filter(({ type }) => type !== 'distribution'),
    }))
  const { component } = all.metadata
  return {
    ...all,
    // Replace the folder's name, which npm uses.
    metadata: { ...all.metadata, component: { ...component, name: 'skladno' } },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => both.has(ref) || !all.components.some((one) => one['bom-ref'] === ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => both.has(other)) })),
  }
}

if (import.meta.main) {
  const call = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { stdout, stderr, status } = spawnSync('npm', call, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Lock }
  console.log(JSON.stringify(shipped(JSON.parse(stdout) as Sbom, packages, importedByApp()), null, 1))
}
