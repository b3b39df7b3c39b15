import { type FakeService, startFakeService } from '../../packages/siwx/testing/fakeService.ts'
import { cancelButton, connectAndBeAsked, isAsked, signButton, signIn } from '../browser/support/signIn.ts'
import { withFixture } from '../browser/support/siwxServers.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

let service: FakeService
beforeAll(async () => {
  service = await startFakeService()
})
beforeEach(() => service.reset())
afterAll(async () => {
  await closeBrowser()
  await service.close()
})

/** A shop whose visitors sign in at the hosted service. */
const atService = (run: (visitor: Visit) => Promise<void>) => async () =>
  visiting(
    {
      query: { fixture: 'siwxHosted', service: service.url },
      prepare: (context) => withFixture(context, 'siwxHosted'),
    },
    run,
  )()

/** The service's record of the visitor; undefined when signed out. */
const account = ({ page }: Visit) =>
  page.evaluate(async () => {
    const hosted = await window.hosted
    return hosted?.getSessionAccount().catch(() => undefined)
  })
const tokens = ({ page }: Visit) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('@portico/siwx-')))
const asked = () => service.calls.map(({ method, path }) => `${method} ${path}`)

test(
  'a visitor signs in at a service, is known after a reload, and signed out by disconnecting (§27, 137)',
  atService(async (visitor) => {
    await connectAndBeAsked(visitor)
    expect(await account(visitor)).toBeUndefined()
    await signIn(visitor)
    expect(await account(visitor)).toMatchObject({ address: VISITOR, caip2Network: 'eip155:31337' })
    expect(asked()).toEqual(expect.arrayContaining(['GET nonce', 'POST authenticate', 'GET me']))
    await visitor.page.evaluate(async () => (await window.hosted)?.setSessionAccountMetadata({ theme: 'dark' }))
    expect(await account(visitor)).toMatchObject({ appKitAccount: { metadata: { theme: 'dark' } } })

    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.page.waitForFunction(() => window.portico?.getSIWX())
    await visitor.settled()
    expect([await visitor.dialog.count(), await visitor.asked('personal_sign')]).toEqual([0, 0])
    expect(await account(visitor)).toMatchObject({ address: VISITOR })

    const signedOut = visitor.page.waitForResponse((response) => response.url().includes('/sign-out'))
    await visitor.onPage((modal) => modal.disconnect())
    await signedOut
    await visitor.reads('status', 'disconnected')
    expect([await account(visitor), await tokens(visitor)]).toEqual([undefined, []])
  }),
)

test(
  'when the service refuses the signature the visitor is not signed in, and a second attempt works',
  atService(async (visitor) => {
    await connectAndBeAsked(visitor)
    service.say('authenticate', { type: 'text/plain', status: 400, body: 'Invalid signature' })
    await signButton(visitor).click()
    await visitor.sees('Error signing message')
    expect(await account(visitor)).toBeUndefined()
    service.say('authenticate', undefined)
    await signIn(visitor)
    expect(await account(visitor)).toMatchObject({ address: VISITOR })
  }),
)

test(
  'after the service has lost its sessions, a visitor is asked again; declining disconnects',
  atService(async (visitor) => {
    await connectAndBeAsked(visitor)
    await signIn(visitor)
    service.forgetEverybody()
    await visitor.page.reload()
    await isAsked(visitor)
    await cancelButton(visitor).click()
    await visitor.reads('status', 'disconnected')
    expect(await tokens(visitor)).toEqual([])
  }),
)
