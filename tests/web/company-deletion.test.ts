/** An owner deletes the company in a real browser, at the desk and on a telephone. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { VisitorSettings } from '../support/app/chromium.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made } from '../support/scene/web-shop.ts'

const app = useApp()

const WORDS = {
  'ru-RU': {
    proceed: 'Продолжить',
    name: 'Введите название компании',
    password: /^Нынешний пароль/,
    button: 'Удалить компанию навсегда',
    otherName: /Компания называется/,
    wrong: 'Пароль не подходит.',
    done: 'Компания удалена',
    download: 'Скачать всё',
    receipt: 'Скачать справку об удалении',
    counts: /Удалено записей: \d+, файлов: 0, учётных записей: 1/,
    leave: 'На главную',
    signIn: 'Вход',
  },
  'en-GB': {
    proceed: 'Continue',
    name: 'Type the name of the company',
    password: /^Current password/,
    button: 'Delete the company for good',
    otherName: /The company is called/,
    wrong: "That's not your password.",
    done: 'The company is deleted',
    download: 'Download everything',
    receipt: 'Download the receipt',
    counts: /Records deleted: \d+, files: 0, accounts: 1/,
    leave: 'Go to the start page',
    signIn: 'Sign in',
  },
} as const

const PHONE = { width: 360, height: 740, isPhone: true }
const PLACES: readonly [place: string, settings: VisitorSettings, locale: keyof typeof WORDS][] = [
  ['at the desk in Russian', {}, 'ru-RU'],
  ['on a telephone in English', PHONE, 'en-GB'],
]

test.each(PLACES)(
  'an owner %s deletes the company by entering its name and the password, and downloads the receipt',
  async (_place, settings, locale) => {
    const say = WORDS[locale]
    const owner = await newOwner(app.sessionUrl)
    await made(owner, 'partners', { name: 'Иван Петров' })
    const visitor = await app.visitor({ ...settings, locale })
    await actAs(visitor, owner)
    const { page } = visitor
    await page.goto('/settings/company')
    await page.getByRole('button', { name: say.proceed }).click()
    expect(await page.getByRole('link', { name: say.download }).count()).toBe(2)
    expect(await barriersInBothThemes(page)).toEqual([])
    const { companyName, password } = owner.account
    const submit = page.getByRole('button', { name: say.button })
    await page.getByRole('textbox', { name: say.name }).fill('Другая')
    await page.getByLabel(say.password).fill(password)
    await submit.click()
    await page.getByText(say.otherName).waitFor()
    await page.getByRole('textbox', { name: say.name }).fill(companyName)
    await page.getByLabel(say.password).fill('another password')
    await submit.click()
    await page.getByText(say.wrong).waitFor()
    expect((await owner.get('/api/v1/bootstrap')).status).toBe(200)

    await page.getByLabel(say.password).fill(password)
    await submit.click()
    await page.getByRole('heading', { name: say.done, level: 1 }).waitFor({ timeout: 30_000 })
    expect(page.url()).not.toContain(owner.companyId)
    await page.getByText(say.counts).waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    const scroll = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(scroll).toBeLessThanOrEqual(0)
    const button = page.getByRole('button', { name: say.receipt })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toBe(`deleted-${owner.companyId}.json`)
    const receipt = await readFile(await download.path())
    expect(JSON.parse(receipt.toString())).toMatchObject({ companyId: owner.companyId, name: companyName })
    const sha256 = createHash('sha256').update(receipt).digest('hex')
    await page.getByText(sha256).waitFor()
    await page.reload()
    await page.getByText(sha256).waitFor()
    await page.getByRole('button', { name: say.leave }).click()
    await page.getByRole('heading', { name: say.signIn, level: 1 }).waitFor()
  },
  60_000,
)

test('the app does not offer managers the deletion of the company', async () => {
  const owner = await newOwner(app.sessionUrl)
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'manager'))
  await visitor.page.goto('/settings/company')
  await visitor.page.getByRole('textbox', { name: 'Название компании' }).waitFor()
  expect(await visitor.page.getByText('Удаление компании').count()).toBe(0)
})

test('if the response to a company deletion is lost, the app still finds the receipt', async () => {
  const owner = await newOwner(app.sessionUrl)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  let lost = 0
  await page.route('**/api/v1/company/deletion', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await page.goto('/settings/company')
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await page.getByRole('textbox', { name: 'Введите название компании' }).fill(owner.account.companyName)
  await page.getByLabel(/^Нынешний пароль/).fill(owner.account.password)
  await page.getByRole('button', { name: 'Удалить компанию навсегда' }).click()
  await page.getByRole('heading', { name: 'Компания удалена', level: 1 }).waitFor({ timeout: 30_000 })
  expect(lost).toBe(1)
}, 60_000)
