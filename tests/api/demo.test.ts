/** Runs a small `npm run demo` against a running server. The demo keeps its own books and fails if the server's books differ. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useService } from '../support/node/service.ts'

const service = useService()

async function runDemo(...options: string[]): Promise<{ figures: string; stdout: string }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/demo/demo.ts', '--url', service.url, '--scale', '0.1', ...options],
    { env: { ...process.env, DATABASE_URL: service.databaseUrl } },
  )
  return { figures: stdout.split('Look around')[0]!, stdout }
}

test('the demo produces the same working day from the same seed, and a different day from another seed', async () => {
  const [first, second, other] = [
    await runDemo('--seed', '1'),
    await runDemo('--seed', '1'),
    await runDemo('--seed', '2'),
  ]
  expect(first.figures).toContain("Every order and every stock row is as the demo's own books have it.")
  expect(second.figures).toBe(first.figures)
  expect(other.figures).not.toBe(first.figures)
})

test('the token printed by the demo gives access to the demo company', async () => {
  const { stdout } = await runDemo()
  const token = /^TOKEN=(skl_\S+)$/m.exec(stdout)![1]
  const answer = await fetch(`${service.url}/api/v1/bootstrap`, { headers: { authorization: `Bearer ${token}` } })
  const state = (await answer.json()) as { company: { name: string }; totals: { products: number; lots: number } }
  expect(state.company.name).toBe('ООО «Лавка Складно»')
  expect(state.totals.products).toBeGreaterThan(30)
})

test('without a running server the demo explains how to start one, and creates no company', async () => {
  const failed = await promisify(execFile)(process.execPath, [
    'tools/demo/demo.ts',
    '--url',
    'http://127.0.0.1:9',
  ]).catch((error: { code: number; stderr: string }) => error)
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('npm start') })
})
