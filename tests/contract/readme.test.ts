/**
 * Checks that the commands to be pasted from README.md work one by one, and that links in documents lead to existing
 * files.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { useService } from '../support/node/service.ts'

const service = useService()
const readme = readFileSync('README.md', 'utf8')

/** Returns all shell blocks of the README's “Try it” section, joined into one script. */
function tryItBlocks(): string {
  const section = /^## Try it$(.*?)^## /ms.exec(readme)![1]!
  return [...section.matchAll(/^```bash\n(.*?)^```$/gms)].map((match) => match[1]).join('')
}

/**
 * Makes curl retry requests, because a busy machine may refuse them for a short time. The idempotency keys make retries
 * safe.
 */
const PATIENCE = 'curl() { command curl --fail --retry 20 "$@"; }\n'

function paste(script: string): Promise<{ stdout: string; stderr: string }> {
  const shell = spawn('bash', ['-u'], { env: process.env })
  shell.stdout.setEncoding('utf8')
  shell.stderr.setEncoding('utf8')
  let stdout = ''
  let stderr = ''
  shell.stdout.on('data', (text: string) => (stdout += text))
  shell.stderr.on('data', (text: string) => (stderr += text))
  shell.stdin.end(PATIENCE + script)
  return new Promise((resolve) => shell.on('close', () => resolve({ stdout, stderr })))
}

test('the commands in README.md each do what the text describes, exactly once', async () => {
  const script = tryItBlocks()
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll('http://127.0.0.1:8081', service.sessionUrl)
  expect(script.match(/\bcurl\b/g)).toHaveLength(6)
  const lastLine = script.trimEnd().split('\n').at(-1)!
  const { stdout, stderr } = await paste(`${script}${lastLine}\n`)
  expect(stderr.replace(/^(npm warn|Warning: ).*\n/gim, '')).toBe('')
  const [owner, receipt, catalog, shipped, again] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(owner.user.name).toBe('Анна')
  expect(receipt.result).toMatchObject({ type: 'receipt', quantity: 10, good: 9, damaged: 1 })
  expect(catalog.products[0].stock).toMatchObject([{ onHand: 9, reserved: 2, available: 7 }])
  expect(shipped.result).toMatchObject({ status: 'shipped', total: 3000, cost: 1961 })
  expect(again).toEqual(shipped)
})

test('every link in the documents leads to an existing file', () => {
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  for (const name of inDocs) if (name.endsWith('.md')) documents.push(join('docs', name))
  const broken: string[] = []
  for (const document of documents)
    for (const [, target] of readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)[^)]*\)/g))
      if (!existsSync(join(dirname(document), target!))) broken.push(`${document}: ${target}`)
  expect(broken).toEqual([])
})
