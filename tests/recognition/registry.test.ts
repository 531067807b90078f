/** Tests the names of suppliers from the company registry, a table that the operator provides. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCompanyRegistry } from '../../server/papers/company-registry.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function registryOf(content: string | Uint8Array) {
  const path = join(folder, `${++files}.csv`)
  await writeFile(path, content)
  return { path, open: () => openCompanyRegistry(path) }
}

const nameIn = async (content: string | Uint8Array, inn: string) =>
  (await (await registryOf(content)).open()).nameOf(inn)

test.each([
  ['with semicolons', 'inn;name\n7707083893;ПАО "Вектор"\n'],
  ['with commas, quotes and Windows line ends', 'name,inn\r\n"ПАО ""Вектор""",7707083893\r\n'],
  ['with tabs, further columns and no line end', 'ОГРН\tИНН\tНаименование\n1\t7707083893\tПАО "Вектор"'],
  ['with a byte order mark', '\uFEFFinn;name\n7707083893;ПАО "Вектор"\n'],
])('a company’s name is found by its tax number in a registry %s', async (_how, content) => {
  expect(await nameIn(content, '7707083893')).toBe('ПАО "Вектор"')
  expect(await nameIn(content, '7707083894')).toBeNull()
})

test('a company registry in the encoding Windows-1251 is read correctly', async () => {
  const name = Uint8Array.of(0xc2, 0xe5, 0xea, 0xf2, 0xee, 0xf0)
  expect(await nameIn(Buffer.concat([Buffer.from('inn;name\n7707083893;'), name]), '7707083893')).toBe('Вектор')
})

test('a number in another column of the registry, or inside a longer number, matches no company', async () => {
  const content = 'inn;name\n500100732259;ООО 7707083893\n770708389312;Другой\n7707083893;Свой\n'
  expect(await nameIn(content, '7707083893')).toBe('Свой')
  expect(await nameIn(content, '0073225')).toBeNull()
})

test('rows of the registry that cross the boundary between two blocks of the file are found', async () => {
  const row = (index: number) => `${1_000_000_000 + index};${'Ц'.repeat(60)} ${index}`
  const rows = Array.from({ length: 20_000 }, (_, index) => row(index))
  const content = `inn;name\n${rows.join('\n')}`
  const registry = await (await registryOf(content)).open()
  const bytes = Buffer.from(content)
  // Look up the rows in which the first and the second megabyte of the file end, and the last row.
  const indexes = [1, 2].map(
    (edge) =>
      bytes
        .subarray(0, edge * 1024 * 1024)
        .toString('latin1')
        .split('\n').length - 2,
  )
  for (const index of [0, ...indexes, 19_999])
    expect(await registry.nameOf(String(1_000_000_000 + index))).toBe(`${'Ц'.repeat(60)} ${index}`)
  expect(await nameIn(`inn;name\n5;${'х'.repeat(2_000_000)}\n7707083893;Свой\n`, '7707083893')).toBe('Свой')
})

test('a registry file that is replaced is used at once', async () => {
  const { path, open } = await registryOf('inn;name\n7707083893;Старое\n')
  const registry = await open()
  expect(await registry.nameOf('7707083893')).toBe('Старое')
  await writeFile(path, 'name;inn\nНовое;7707083893\n')
  expect(await registry.nameOf('7707083893')).toBe('Новое')
})

test('the service does not start with a registry file that is missing or lacks the named columns', async () => {
  await expect((await registryOf('7707083893;ПАО "Вектор"\n')).open()).rejects.toThrow(
    'has no columns "inn" and "name"',
  )
  await expect(openCompanyRegistry(join(folder, 'none.csv'))).rejects.toThrow('ENOENT')
})
