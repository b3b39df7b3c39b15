import { connectAndBeAsked, isAsked, signButton, signIn } from '../browser/support/signIn.ts'
import { type ExampleServer, startExampleServer, withFixture, withServer } from '../browser/support/siwxServers.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

let server: ExampleServer
beforeAll(async () => {
  server = await startExampleServer(['eip155:31337'])
})
afterAll(async () => {
  await closeBrowser()
  await server.end()
})

/** A shop with the example's server and the example's plug-in. */
const shop = {
  query: { fixture: 'siwxServer' },
  prepare: async (context: Visit['context']) => {
    await withFixture(context, 'siwxServer')
    await withServer(context, server.url)
  },
}

/** The server's session for the visitor's cookie, which scripts cannot read. */
async function knownTo({ context }: Visit): Promise<object | number> {
  const cookies = (await context.cookies(stack.urls.playground)).map(({ name, value }) => `${name}=${value}`)
  const response = await fetch(`${server.url}/me`, { headers: { cookie: cookies.join('; ') } })
  return response.ok ? response.json() : response.status
}

const ADA = { address: VISITOR, chainId: 'eip155:31337' }

test(
  "a visitor signs in at the site's server, is known there after a reload, and signed out by disconnecting",
  visiting(shop, async (visitor) => {
    expect(await knownTo(visitor)).toBe(401)
    await connectAndBeAsked(visitor)
    expect(await knownTo(visitor)).toBe(401)
    await signIn(visitor)
    expect(await knownTo(visitor)).toMatchObject(ADA)
    expect(await visitor.page.evaluate(() => document.cookie)).toBe('')

    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.page.waitForFunction(() => window.portico?.getSIWX())
    await visitor.settled()
    expect([await visitor.dialog.count(), await visitor.asked('personal_sign')]).toEqual([0, 0])
    expect(await knownTo(visitor)).toMatchObject(ADA)

    const signedOut = visitor.page.waitForResponse((response) => response.url().endsWith('/sign-out'))
    await visitor.onPage((modal) => modal.disconnect())
    await signedOut
    await visitor.reads('status', 'disconnected')
    expect(await knownTo(visitor)).toBe(401)
  }),
)

test(
  'on a network that the server refuses, the visitor is not signed in, and can cancel the switch',
  visiting(shop, async (visitor) => {
    await connectAndBeAsked(visitor)
    await signIn(visitor)
    await visitor.onPage((modal) => modal.switchNetwork(31338 as never))
    await isAsked(visitor)
    await signButton(visitor).click()
    await visitor.sees('Error signing message')
    expect(await knownTo(visitor)).toMatchObject(ADA)
    await visitor.page.getByTestId('w3m-connecting-siwe-cancel').click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('chain-id', '31337')
    expect(await knownTo(visitor)).toMatchObject(ADA)
  }),
)

test('when the server fails the visitor sees an error and is not signed in; a second attempt works', async () => {
  let isDown = true
  await visiting(
    {
      ...shop,
      prepare: async (context) => {
        await shop.prepare(context)
        await context.route('**/api/auth/me', (route) =>
          isDown ? route.fulfill({ status: 500, body: 'out of order' }) : route.fallback(),
        )
      },
    },
    async (visitor) => {
      await visitor.open()
      await visitor.devWallet.click()
      await visitor.sees('A problem occurred while trying initialize authentication')
      await visitor.reads('status', 'disconnected')
      isDown = false
      await visitor.devWallet.click()
      await isAsked(visitor)
      await signIn(visitor)
      expect(await knownTo(visitor)).toMatchObject(ADA)
    },
  )()
})
