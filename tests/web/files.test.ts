/**
 * Tests recognized photographs of purchase documents in the app: what users check and how, and who sees which files.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { writeCompany } from '../../server/store/commits.ts'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { EXTRACTION, finishAs } from '../support/papers/papers.ts'
import { plainPage } from '../support/papers/reading.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made } from '../support/scene/web-shop.ts'

// No recognizer is running: the tests supply the recognition results.
const app = useApp()

const IMPORTS = '/api/v1/procurement/imports'

async function visit(as: Browser, settings?: Parameters<typeof app.visitor>[0]): Promise<Page> {
  const visitor = await app.visitor(settings)
  await actAs(visitor, as)
  return visitor.page
}

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const lineOf = (page: Page, at: number) => page.locator('ol > li').nth(at)
const isChosen = async (page: Page, number: number) =>
  (await page.getByRole('button', { name: `Строка ${number} на снимке` }).getAttribute('data-chosen')) === 'true'

const place = (at: number) => ({ page: 1, x: 0.1, y: 0.1 + 0.1 * at, width: 0.8, height: 0.05 })
const line = (at: number, fields: object) => ({
  sku: null,
  unit: 'шт',
  quantity: 10_000,
  unitCost: 10_000,
  amount: 100_000,
  confidence: 0.99,
  place: place(at),
  ...fields,
})

/**
 * Returns an extraction with three lines: a correct one, one whose numbers do not add up, and one with an unknown
 * product.
 */
function readWith(productId: string, otherId = productId): Json {
  return {
    ...EXTRACTION,
    supplier: { name: 'ООО «Ромашка»', inn: '7707083893' },
    lines: [
      line(0, { name: 'Чайник', productId }),
      line(1, { name: 'Чашка', productId: otherId, amount: 120_000, confidence: 0.3 }),
      line(2, { name: 'Ложка', sku: 'L-7', unit: 'уп', doubts: { name: [], sku: [2] } }),
    ],
    total: 320_000,
    pages: [{ rotation: 0 }],
  }
}

/** Uploads a file and puts it into the state in which recognition would leave it. */
async function uploaded(owner: Browser, outcome: { extraction: Json } | { error: string }): Promise<string> {
  const companyId = (await owner.session()).company.id
  const reply = await fetch(`${app.sessionUrl}${IMPORTS}`, {
    method: 'POST',
    body: new Uint8Array(await plainPage(7)),
    headers: {
      cookie: owner.cookieHeader,
      origin: owner.origin,
      'content-type': 'image/png',
      'idempotency-key': `uploaded-${Date.now()}-${Math.random()}`,
      'x-file-name': encodeURIComponent('Накладная.png'),
      prefer: 'return=minimal',
    },
  })
  const { result } = (await reply.json()) as Json
  await writeCompany(app.database, companyId, (tx) => finishAs(tx, companyId, result.id, outcome as never))
  return result.id
}

test('lines of a recognized file whose amounts do not add up are marked, and corrections survive a reload', async () => {
  const owner = await signedUp(app.sessionUrl)
  await made(owner, 'warehouses', { name: 'Основной' })
  const kettle = await made(owner, 'products', { name: 'Чайник', uom: 'кг' })
  const cup = await made(owner, 'products', { name: 'Чашка', uom: 'шт' })
  const id = await uploaded(owner, { extraction: readWith(kettle.id, cup.id) })
  const page = await visit(owner)
  await page.goto(`/purchasing/files/${id}`)
  const head = (at: number) => page.locator('[data-head]').nth(at)
  await lineOf(page, 1).getByText('Не сходится: 10 × 100,00 ₽ = 1 000,00 ₽, в документе 1 200,00 ₽').waitFor()
  await lineOf(page, 0).getByText('Единица другая: в документе шт, у товара кг').waitFor()
  await page.getByText('Строки: 3 000,00 ₽, в документе 3 200,00 ₽').waitFor()
  await page.getByText('Осталось проверить 3 строки').waitFor()
  // Wait until the first recognized line has the keyboard focus.
  await page.locator('[data-head]:focus').waitFor()
  await page.keyboard.press('Enter')
  await lineOf(page, 0).getByText('принята').waitFor()
  await expect.poll(() => head(1).getAttribute('aria-expanded')).toBe('true')
  expect(await isChosen(page, 2)).toBe(true)
  await page.getByLabel('Количество').fill('12')
  await lineOf(page, 1).getByText('не проверена, сумма сходится').waitFor()
  await page.getByLabel('Количество').press('Enter')
  await expect.poll(() => head(2).getAttribute('aria-expanded')).toBe('true')
  // Press Enter on a line without a product. The app must not accept the line, but move the focus to the product field.
  await page.keyboard.press('Enter')
  await page.locator('[role="combobox"]:focus, input[aria-haspopup="listbox"]:focus').waitFor()
  await page.reload()
  await page.getByText('Восстановлено то, что вы не успели сохранить.').waitFor()
  await lineOf(page, 1).getByText('принята').waitFor()
  await page.getByRole('button', { name: 'Принять на склад' }).click()
  await page.getByText('Выберите товар, количество и цену').waitFor()
  await head(2).click()
  await page.getByRole('button', { name: 'Создать товар' }).click()
  const dialog = page.getByRole('dialog', { name: 'Создать товар' })
  expect(await dialog.getByLabel('Артикул').inputValue()).toBe('L-7')
  expect(await dialog.getByLabel('Единица измерения').inputValue()).toBe('упак')
  // Recognition read the 7 in several ways, so the user must confirm the name before a product is created.
  expect(await dialog.locator('mark').allTextContents()).toEqual(['7'])
  expect(await dialog.getByRole('button', { name: 'Создать' }).isDisabled()).toBe(true)
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByLabel('Название верное, создать').check()
  await dialog.getByRole('button', { name: 'Создать' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Принять на склад' }).click()
  await page.getByText('Заполните это поле').waitFor()
  await page.getByRole('button', { name: 'Создать поставщика: ООО «Ромашка», ИНН 7707083893' }).click()
  const supplier = page.getByRole('dialog', { name: 'Проверьте нового поставщика' })
  expect(await supplier.getByLabel('ИНН').inputValue()).toBe('7707083893')
  await supplier.getByLabel('Название').fill('ООО «Рома$ка»')
  await supplier.locator('mark').filter({ hasText: '$' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect((await owner.get('/api/v1/partners')).json.items).toEqual([])
  await supplier.getByLabel('Название').fill('ООО «Ромашка и К»')
  await supplier.getByRole('button', { name: 'Создать' }).click()
  await supplier.waitFor({ state: 'detached' })
  await page.getByText('На склад «Основной» поступят 3 позиции на 3 200,00 ₽.').waitFor()
  await head(0).click()
  await page.getByRole('button', { name: 'Не брать в документ' }).click()
  await page.getByText('На склад «Основной» поступят 2 позиции на 2 200,00 ₽.').waitFor()
  await page.getByRole('button', { name: 'Принять на склад' }).dblclick()
  await page.getByText('Товар на складе «Основной»').waitFor()
  const { items } = (await owner.get('/api/v1/procurement/documents')).json
  expect(items.map(({ status, reference, total }: Json) => [status, reference, total])).toEqual([
    ['posted', '1542', 2200],
  ])
  expect((await owner.get('/api/v1/partners')).json.items[0]).toMatchObject({
    name: 'ООО «Ромашка и К»',
    inn: '7707083893',
    type: 'Поставщик',
  })
})

test('a line of a recognized file counts as checked once a user accepts it', async () => {
  const owner = await signedUp(app.sessionUrl)
  await made(owner, 'warehouses', { name: 'Основной' })
  const spoon = await made(owner, 'products', { name: 'Ложка чайная', sku: 'L-7' })
  const names = ['Кабель USB-C — 0$В-А 1,5 м', 'Электроды МР-ЗС', 'Ложка столовая']
  const lines = names.map((name, at) => line(at, { name, ...(at === 2 && { sku: 'L-7', unit: 'Штука' }) }))
  const extraction = { ...readWith(spoon.id), lines, total: 300_000 }
  const id = await uploaded(owner, { extraction })
  const page = await visit(owner)
  await page.goto(`/purchasing/files/${id}`)
  await page.getByRole('button', { name: 'Создать 3 товара, которых нет' }).click()
  const dialog = page.getByRole('dialog', { name: 'Проверьте названия новых товаров' })
  const goods = (at: number) => dialog.locator('ol > li').nth(at)
  await goods(2).getByRole('link', { name: 'Ложка чайная' }).waitFor()
  expect(await dialog.locator('mark').allTextContents()).toEqual(['$', 'З'])
  const boxes = await dialog.getByRole('checkbox').all()
  expect(await Promise.all(boxes.map((box) => box.isChecked()))).toEqual([false, false, true])
  expect((await owner.get('/api/v1/products')).json.items).toHaveLength(1)
  expect(await barriersInBothThemes(page)).toEqual([])
  await goods(0).getByLabel('Название').first().fill('Кабель USB-C — USB-A 1,5 м')
  expect(await boxes[0]!.isChecked()).toBe(true)
  await goods(0).getByLabel('Цена продажи').fill('350')
  await dialog.getByRole('button', { name: 'Создать 2 товара' }).click()
  await page.getByText('Создано 2 товара').waitFor()
  const { items } = (await owner.get('/api/v1/products?sort=name')).json
  expect(items.map(({ name, uom, price }: Json) => [name, uom, price])).toEqual([
    ['Кабель USB-C — USB-A 1,5 м', 'шт', 350],
    ['Ложка столовая', 'шт', null],
    ['Ложка чайная', null, null],
  ])
  // Check that lines that nobody accepted do not count as checked, even if everything adds up.
  await page.getByText('Осталось проверить 3 строки, в 1 есть сомнения').waitFor()
  expect(await page.getByText('не проверена, сумма сходится').count()).toBe(2)
  await page.locator('[data-head]').nth(1).click()
  await page.getByRole('button', { name: 'Не брать в документ' }).click()
  for (const at of [0, 2]) {
    await page.locator('[data-head]').nth(at).click()
    await page.getByRole('button', { name: 'Принять строку' }).click()
  }
  await page.getByText('Все строки проверены').waitFor()
})

test('values adjusted in the same way as in the supplier’s earlier document are marked', async () => {
  const owner = await signedUp(app.sessionUrl)
  const kettle = await made(owner, 'products', { name: 'Чайник', uom: 'шт' })
  const partner = await made(owner, 'partners', { name: 'Ромашка', type: 'Поставщик' })
  const read = { unit: 'уп', quantity: 5_000, unitCost: 120_000, amount: 600_000 }
  const learned = { rules: ['pack', 'vat'], documentId: kettle.id, read }
  const extraction = {
    ...readWith(kettle.id),
    supplier: { name: 'ООО «Ромашка»', inn: null, partnerId: partner.id, learnedFrom: kettle.id },
    lines: [
      line(0, { name: 'Чайник', productId: kettle.id, quantity: 60_000, unitCost: 12_200, amount: 732_000, learned }),
    ],
    total: 732_000,
    warnings: ['TWO_PAPERS', 'NUMBER_DOUBTFUL', 'DATE_DOUBTFUL', 'SUPPLIER_DOUBTFUL'].map((code) => ({
      code,
      message: code,
    })),
  }
  const id = await uploaded(owner, { extraction })
  const page = await visit(owner, { width: 320, height: 720 })
  await page.goto(`/purchasing/files/${id}`)
  await page.getByText('Как в прошлый раз: вы выбирали этого поставщика').waitFor()
  const note = plain(await lineOf(page, 0).getByText('Как в прошлый раз').textContent())
  expect(note).toBe('Как в прошлый раз: пересчитана упаковка, цена пересчитана по НДС. В документе 5 уп по 1 200,00 ₽')
  expect(plain(await page.locator('[data-head]').first().textContent())).toContain('60 шт × 122,00 ₽ = 7 320,00 ₽')
  await page.getByText('На снимке два документа, прочитан левый. Сфотографируйте их по одному.').waitFor()
  const unclear = page.getByText('Прочитано нечётко: сверьте с документом')
  // The number and the date are marked as doubtful. The supplier is not, because a user chose it in the earlier
  // document.
  expect(await unclear.count()).toBe(2)
  await page.getByRole('textbox', { name: 'Номер' }).first().fill('78')
  await expect.poll(() => unclear.count()).toBe(1)
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('an uploaded file that is not a document is refused with the reason', async () => {
  const owner = await signedUp(app.sessionUrl)
  const page = await visit(owner)
  await page.goto('/purchasing/files')
  await page.getByText('Загрузите снимок накладной').waitFor()
  // Upload a file as somebody else. The page must learn of it from the event stream.
  await uploaded(owner, { error: 'Файл повреждён. (The file is damaged.)' })
  await page.getByRole('row').filter({ hasText: 'Накладная.png' }).waitFor()
  const input = page.locator('input[type="file"]').first()
  const folder = await mkdtemp(join(tmpdir(), 'skladno-files-'))
  const file = async (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  await input.setInputFiles([
    await file('Письмо.txt', 'Здравствуйте'),
    await file('Книга.pdf', Buffer.alloc(25 * 1_048_576 + 1)),
    await file('Страница 1.png', await plainPage(1)),
  ])
  await page.getByRole('listitem').filter({ hasText: 'Письмо.txt' }).getByText('Это не снимок и не PDF').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Книга.pdf' }).getByText('Больше 25 МБ').waitFor()
  await page.getByRole('row').filter({ hasText: 'Страница 1.png' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Убрать: Письмо.txt' }).click()
  await page.getByText('Письмо.txt').waitFor({ state: 'detached' })
  await page.context().setOffline(true)
  await input.setInputFiles(await file('Страница 2.png', await plainPage(2)))
  await page.getByText('нет связи, отправим ещё раз сами').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('row').filter({ hasText: 'Страница 2.png' }).waitFor()
  expect((await owner.get(IMPORTS)).json.items).toHaveLength(3)
  await rm(folder, { recursive: true })
})

test('a file whose recognition failed shows the reason and can be submitted for recognition again', async () => {
  const owner = await newOwner(app.sessionUrl)
  const kettle = await made(owner, 'products', { name: 'Чайник' })
  const failedId = await uploaded(owner, { error: 'Файл повреждён. (The file is damaged.)' })
  const id = await uploaded(owner, { extraction: readWith(kettle.id) })
  const page = await visit(owner, { width: 360, height: 740, isPhone: true })
  await page.goto(`/purchasing/files/${failedId}`)
  await page.getByText('Файл повреждён.', { exact: true }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Прочитать ещё раз' }).click()
  await page
    .getByText(/в очереди|читается/)
    .first()
    .waitFor()
  await page.goto(`/purchasing/files/${id}`)
  await page.getByRole('img', { name: 'Строка 1 на снимке' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await barriersInBothThemes(page)).toEqual([])

  const keeper = await visit(await addMember(app, owner, 'storekeeper'))
  await keeper.goto('/purchasing/files')
  await keeper.getByRole('button', { name: 'Загрузить' }).waitFor()
  await keeper.getByRole('row').filter({ hasText: 'УПД № 1542' }).click()
  await lineOf(keeper, 0).getByText('10 шт').waitFor()
  expect(await keeper.getByRole('img', { name: 'Снимок' }).count()).toBe(0)
  expect(await keeper.getByRole('button', { name: /черновик|Принять на склад|Действия/ }).count()).toBe(0)
  expect(plain(await keeper.locator('body').textContent())).not.toMatch(/100,00|1 000|3 200|₽/)

  const viewer = await visit(await addMember(app, owner, 'viewer'))
  await viewer.goto('/purchasing/files')
  await viewer.getByRole('row').filter({ hasText: 'УПД № 1542' }).click()
  await lineOf(viewer, 0).getByText('10 шт').waitFor()
  expect(await viewer.getByRole('button', { name: /Загрузить|черновик|Принять на склад/ }).count()).toBe(0)
})

test('a waiting file shows its place in the queue and the time left', async () => {
  const page = await visit(await signedUp(app.sessionUrl))
  const waiting = (fileName: string, status: string, recognition: object): Json => ({
    ...{
      id: fileName,
      fileName,
      status,
      contentType: 'image/png',
      size: 1,
      sha256: 'a',
      uploadedAt: '2026-03-01T10:00:00.000Z',
    },
    recognition: { elapsedSeconds: 0, sampleCount: 3, estimateExceeded: false, ...recognition },
  })
  const items = [
    waiting('Третий.png', 'queued', { queuePosition: 3, estimatedRemainingSeconds: 95.2 }),
    waiting('Второй.png', 'queued', { queuePosition: 2, estimatedRemainingSeconds: 19.6 }),
    waiting('Первый.png', 'processing', { queuePosition: 1, estimatedRemainingSeconds: null, estimateExceeded: true }),
    waiting('Новый.png', 'processing', { queuePosition: 1, estimatedRemainingSeconds: null, sampleCount: 0 }),
  ]
  await page.route(`**${IMPORTS}?*`, (route) => route.fulfill({ json: { items, nextCursor: null } }))
  await page.goto('/purchasing/files')
  const state = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(1)
  await state('Третий.png').waitFor()
  const told = await Promise.all(items.map(async ({ fileName }) => plain(await state(fileName).textContent())))
  expect(told).toEqual([
    '3-й в очереди, осталось около 2 мин',
    '2-й в очереди, осталось около 20 с',
    'читается, дольше обычного',
    'читается',
  ])
})

test('a certificate of completion (акт) has that name in the list of files and while its lines are checked', async () => {
  const owner = await newOwner(app.sessionUrl)
  const text = 'ООО «Ромашка»\nАКТ № 245 от 01.03.2026\nприёма-передачи товара'
  const extraction = { ...readWith((await made(owner, 'products', { name: 'Чайник' })).id), text }
  await uploaded(owner, { extraction: { ...extraction, kind: 'receipt', reference: '245' } })
  const page = await visit(owner)
  await page.goto('/purchasing/files')
  await page
    .getByText(/^Акт № 245 от 01\.03\.2026/)
    .first()
    .click()
  await page.getByText('В документе: Акт').waitFor()
  expect(await page.getByText(/Накладная № 245/).count()).toBe(0)
})
