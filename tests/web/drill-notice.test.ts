/** Checks that every page of a drill copy states that it is a drill copy, even before anybody is signed in. */
import { expect, test } from 'vitest'
import { barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'

const app = useApp({ drill: true })

test('every part of the app shows that it is a practice copy', async () => {
  const { page } = await app.visitor()
  const told = page.getByRole('status').filter({ hasText: 'Учебная копия данных' })
  await page.goto('/sign-in')
  await told.waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  const { page: inside } = await signedInVisitor(app)
  for (const path of ['/products', '/floor', '/floor/find']) {
    await inside.goto(path)
    await inside.getByRole('heading').first().waitFor()
    await inside.getByRole('status').filter({ hasText: 'Учебная копия данных' }).waitFor()
  }
})
