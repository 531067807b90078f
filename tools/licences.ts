/**
 * `npm run licences`: under which licences the packages are that the service, the app and its development bring, by package-lock.json. Ends
 * with 1 when one is there that was not looked at.
 */
import { readFileSync } from 'node:fs'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  /** Of development, and of a package that may do without it. */
  readonly devOptional?: boolean
}

/** Looked at, with what they ask: to keep the notice, and of the last three that changes to the package itself are shown. */
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

/** Names and versions of the packages by licence, those that only development needs apart. */
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

/** Whether what is allowed is enough for a licence as npm names it: one of those joined by `OR`, all of those joined by `AND`. */
export function isAllowed(licence: string): boolean {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((one) => one.split(' AND ').every((part) => ALLOWED.has(part)))
}

if (import.meta.main) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Record<string, LockedPackage>
  }
  const found = [...packagesByLicence(packages)].sort(([one], [other]) => one.localeCompare(other))
  for (const [licence, { service, development }] of found) {
    console.log(`${isAllowed(licence) ? '' : 'NOT LOOKED AT: '}${licence}`)
    for (const [whose, names] of Object.entries({ service, development }))
      if (names.length > 0) console.log(`  ${whose}, ${names.length}: ${names.sort().join(', ')}`)
  }
  if (found.some(([licence]) => !isAllowed(licence))) process.exit(1)
}
