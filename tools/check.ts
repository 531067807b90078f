/**
 * `npm run check`: runs the linter, the compiler for server and app, and the search for unused code, then prints the
 * counts of tools/check/counts.ts. Fails if one of these programs fails, a count exceeds its limit, or a licence has
 * not been reviewed. `-- --list` also prints the items that were counted.
 */
import { spawnSync } from 'node:child_process'
import { housePaths, readFiles } from '../tests/support/contract/house-files.ts'
import { countsOf, tableOf } from './check/counts.ts'
import { unreviewedLicences } from './licences.ts'

/** Runs a program from node_modules/.bin. Its standard output is printed, unless only this script needs it. */
function run(program: string, args: readonly string[], isShown = true) {
  const { stdout, stderr, status, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  })
  if (error !== undefined) throw error
  if (isShown) process.stdout.write(stdout)
  process.stderr.write(stderr)
  return { stdout, stderr, isFine: status === 0 }
}

const biome = run('biome', ['check', '.', '--max-diagnostics=none'])
const compiled = ['.', 'web'].map((project) => run('tsc', ['--noEmit', '-p', project]))
const knip = run('knip', ['--reporter', 'json'], false)
const paths = housePaths()
const files = readFiles(paths, /\.(tsx?|sql|md|css)$/)
const counts = countsOf(files, paths, { biome: biome.stdout + biome.stderr, knip: knip.stdout })
console.log(tableOf(counts, process.argv.includes('--list')))
const unreviewed = unreviewedLicences()
for (const licence of unreviewed)
  console.log(`Not reviewed: the licence ${licence}; npm run licences lists its packages`)
const isFine =
  [biome, ...compiled, knip].every((tool) => tool.isFine) &&
  counts.every(({ now, bound }) => now <= bound) &&
  unreviewed.length === 0
process.exitCode = isFine ? 0 : 1
