import { addressOf, newAddress, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { withFixture } from '../browser/support/siwxServers.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

/**
 * How long a login to the embedded wallet lasts on a page, and what ends it. walletTabs.test.ts covers several tabs.
 */

jest.setTimeout(90_000)

afterAll(closeBrowser)

test(
  'Disconnect in the account settings signs out for good',
  visiting(withoutWallet(), async (visitor) => {
    await signIn(visitor, newAddress())
    await visitor.openAccount()
    await visitor.page.getByTestId('account-settings-button').click()
    await visitor.view('AccountSettings').getByTestId('disconnect-button').click()
    await visitor.reads('status', 'disconnected')
    expect(await visitor.storedConnection()).toBeUndefined()
    await visitor.page.reload()
    await visitor.reads('status', 'disconnected')
    await visitor.open()
    await visitor.view('Connect').waitFor()
  }),
)

test(
  'with enableReconnect off the login does not survive a reload',
  visiting(withoutWallet({ enableReconnect: false }), async (visitor) => {
    await signIn(visitor, newAddress())
    await visitor.page.reload()
    await visitor.open()
    await visitor.view('Connect').waitFor()
    await visitor.reads('status', 'disconnected')
    expect(await visitor.storedConnection()).toBeUndefined()
  }),
)

/** The authentication service's record of the visitor; undefined when signed out. */
const account = ({ page }: Visit) =>
  page.evaluate(async () => (await window.hosted)?.getSessionAccount().catch(() => undefined))

test(
  'a hosted service has a session from the e-mail sign-up until disconnecting, including after a reload',
  visiting(
    {
      query: { ...withoutWallet().query, fixture: 'siwxHosted', service: stack.urls?.services },
      prepare: (context) => withFixture(context, 'siwxHosted'),
    },
    async (visitor) => {
      expect(await account(visitor)).toBeUndefined()
      await signIn(visitor, newAddress())
      const address = await addressOf(visitor)
      expect(await account(visitor)).toMatchObject({ address, caip2Network: 'eip155:31337' })

      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      expect(await account(visitor)).toMatchObject({ address })
      const changed = { plants: 3 }
      await visitor.page.evaluate(async (data) => (await window.hosted)?.setSessionAccountMetadata(data), changed)
      expect((await account(visitor))?.appKitAccount?.metadata).toEqual(changed)

      await visitor.onPage((modal) => modal.disconnect())
      await visitor.reads('status', 'disconnected')
      expect(await account(visitor)).toBeUndefined()
    },
  ),
)
