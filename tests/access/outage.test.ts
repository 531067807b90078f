/** Checks that while the database is down, no user is treated as signed out, and no password is reported as wrong. */
import { expect, test, vi } from 'vitest'
import { startCuttingProxy } from '../support/fakes/cutting-proxy.ts'
import { Browser, signedUp } from '../support/node/browser.ts'
import { cloneDatabase, startNode } from '../support/node/service.ts'

test('sign-ins, sessions and readiness checks get 503 only while the database is unreachable', async () => {
  const cloned = await cloneDatabase()
  const proxy = await startCuttingProxy(cloned.tcpUrl)
  const node = await startNode(proxy.url)
  const printed = vi.spyOn(console, 'error')
  try {
    const browser = await signedUp(node.appUrl)
    const { account } = browser
    const stranger = new Browser(node.appUrl)
    const answer = async (marker: string, ask: () => Promise<{ status: number; text: string }>) => {
      const before = proxy.cuts
      proxy.cutNext(marker, 'before')
      const { status } = await ask()
      expect(proxy.cuts, marker).toBe(before + 1)
      return status
    }
    // The session is looked up twice: first by the node, which no longer remembers it, and then by the sign-in library.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await answer('find_session', () => browser.get('/api/v1/bootstrap'))).toBe(503)
    expect(await answer('"sessions"', () => browser.get('/api/auth/get-session'))).toBe(503)
    expect(await answer('rate_limits', () => stranger.signIn(account))).toBe(503)
    expect(await answer('"users"', () => stranger.signIn(account))).toBe(503)
    expect(await answer('insert into "sessions"', () => stranger.signIn(account))).toBe(503)
    expect(
      await answer('insert into users', () => stranger.signUp({ ...account, email: `new-${account.email}` })),
    ).toBe(503)
    expect((await browser.session()).user.email).toBe(account.email)
    expect((await stranger.signIn(account)).status).toBe(200)
    expect((await stranger.signUp({ ...account, email: `new-${account.email}` })).status).toBe(200)
    expect(printed.mock.calls).toEqual([])

    // Check that simultaneous readiness checks share one database query and its result.
    const asked = proxy.count('pg_is_in_recovery')
    proxy.cutNext('pg_is_in_recovery', 'silent before')
    const readiness = await Promise.all(Array.from({ length: 50 }, () => fetch(`${node.apiUrl}/readyz`)))
    expect(readiness.filter(({ status }) => status === 503).length).toBeGreaterThan(1)
    expect(asked()).toBeLessThan(25)
    expect((await fetch(`${node.apiUrl}/readyz`)).status).toBe(200)
  } finally {
    printed.mockRestore()
    await node.stop()
    await proxy.stop()
    await cloned.drop()
  }
})
