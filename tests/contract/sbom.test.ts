/** Checks that the service's list of packages (SBOM) contains every package that is shipped, and no other. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { closureOf, importedBy, type Sbom } from '../../tools/sbom.ts'

const refs = (sbom: Sbom) => new Map(sbom.components.map((one) => [one.name, one]))

test('the SBOM lists the packages of the service and the app, but no development tools and no registry addresses', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sbom'], { maxBuffer: 2 ** 26 })
  const sbom = JSON.parse(stdout) as Sbom & { readonly specVersion: string }
  expect(Number(sbom.specVersion)).toBeGreaterThanOrEqual(1.5)
  expect(sbom.metadata.component).toMatchObject({ name: 'skladno', type: 'application' })
  const found = refs(sbom)
  // Some of these packages are also needed by development tools (the inner list). They must still count as parts of the
  // service.
  const ofService = ['fastify', 'pg', 'sharp', 'better-auth', ...['nodemailer', 'ajv', 'zod', 'pg-types', 'zxing-wasm']]
  for (const name of ofService) expect(found.get(name)?.properties, name).toEqual([])
  for (const name of ['react', 'react-dom', '@mantine/core', 'uplot', 'scheduler', 'barcode-detector'])
    expect(found.get(name)?.properties, name).toEqual([{ name: 'skladno:part', value: 'app' }])
  for (const name of ['vitest', 'vite', 'rolldown', 'typescript', 'knip', 'playwright-core', 'smtp-server'])
    expect(found.has(name), name).toBe(false)
  for (const component of sbom.components) expect(component).toMatchObject({ licenses: [expect.anything()] })
  expect(stdout).not.toMatch(/registry|"distribution"|_resolved|file:\/\//)
  // Every dependency must refer to a component in the list.
  const ids = new Set(sbom.components.map((one) => one['bom-ref']))
  expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !ids.has(ref))).toEqual([])
})

test('the packages of a source file are those that it imports, except for type-only imports', () => {
  const source = `import { a } from '@mantine/core/styles'
import type { B } from 'typescript'
import 'uplot/dist/uplot.css'
import {
  c,
} from 'react'
import { d } from './fastify.ts'
export const e = 'pg'
const f = () => import('bwip-js/browser')`
  expect(importedBy(source)).toEqual(['@mantine/core', 'uplot', 'react', 'bwip-js'])
})

test('a package does not become part of the service merely because another package can optionally use it', () => {
  const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name })
  const sbom = {
    metadata: { component: component('own') },
    components: ['service', 'needed', 'peer', 'optional', 'tool'].map(component),
    dependencies: [
      { ref: 'own@1.0.0', dependsOn: ['service@1.0.0', 'tool@1.0.0'] },
      { ref: 'service@1.0.0', dependsOn: ['needed@1.0.0', 'peer@1.0.0', 'optional@1.0.0', 'tool@1.0.0'] },
    ],
  }
  const lock = {
    'node_modules/service': {
      version: '1.0.0',
      dependencies: { needed: '1' },
      optionalDependencies: { optional: '1' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
  }
  expect([...closureOf(sbom, lock, ['service'])].sort()).toEqual(
    ['needed', 'optional', 'peer', 'service'].map((name) => `${name}@1.0.0`),
  )
})
