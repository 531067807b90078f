/**
 * `npm run licences`: lists the licences of all packages used by the server, the app and their development, from
 * package-lock.json. Exits with 1 if a licence was not reviewed.
 */
import { readFileSync } from 'node:fs'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  /** True if the package is used only in development or is an optional dependency. */
  readonly devOptional?: boolean
}

/**
 * Licences that were reviewed and are allowed. All of them require that the notice is kept; the last three also require
 * that changes to the package itself are published.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC-BY-4.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['PSF-2.0', 'Python-2.0', 'Unlicense'],
  ...['LGPL-3.0-or-later', 'MPL-2.0'],
])

/** Lists the names and versions of the packages by licence. Packages used only in development are listed separately. */
export function packagesByLicence(
  lock: Readonly<Record<string, LockedPackage>>,
): Map<string, Record<'service' | 'development', string[]>> {
  const found = new Map<string, Record<'service' | 'development', string[]>>()
  for (const [path, { version, license = 'none named', dev, devOptional }] of Object.entries(lock)) {
    if (path === '') continue
    const of = found.get(license) ?? { service: [], development: [] }
    found.set(license, of)
    of[dev || devOptional ? 'development' : 'service'].push(`${path.replace(/^.*node_modules\//, '')}@${version}`)
  }
  return found
}

/**
 * Whether npm's licence expression is satisfied by allowed licences: at least one of the alternatives joined by `OR`
 * must be allowed, and all licences joined by `AND`.
 */
export function isAllowed(licence: string): boolean {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((one) => one.split(' AND ').every((part) => ALLOWED.has(part)))
}

/** Reads the packages in the lock file, grouped by licence and sorted by licence name. */
function readLicences() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Record<string, LockedPackage>
  }
  return [...packagesByLicence(packages)].sort(([one], [other]) => one.localeCompare(other))
}

/** Returns the licences of packages in the lock file that nobody has reviewed. */
export const unreviewedLicences = (): string[] =>
  readLicences().flatMap(([licence]) => (isAllowed(licence) ? [] : [licence]))

if (import.meta.main) {
  const found = readLicences()
  for (const [licence, { service, development }] of found) {
    console.log(`${isAllowed(licence) ? '' : 'NOT LOOKED AT: '}${licence}`)
    for (const [whose, names] of Object.entries({ service, development }))
      if (names.length > 0) console.log(`  ${whose}, ${names.length}: ${names.sort().join(', ')}`)
  }
  if (unreviewedLicences().length > 0) process.exit(1)
}
