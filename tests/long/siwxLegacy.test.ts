import { cancelButton, connectAndBeAsked, isAsked, signIn } from '../browser/support/signIn.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import { SOLANA_VISITOR, WALLET_NAMES } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

/** A shop with `siweConfig` that verifies signatures itself. */
const shop = (siwe: object = {}, more: object = {}) => ({ query: { fixture: 'siwxLegacy', siwe, ...more } })

/** The shop's session. */
const session = ({ page }: Visit) => page.evaluate(() => JSON.parse(localStorage.getItem('shop-session') ?? 'null'))
const log = ({ page }: Visit) => page.evaluate(() => (window as { shopLog?: string[] }).shopLog)

const ON_FIRST = { address: VISITOR, chainId: 31337 }

test(
  'a visitor signs in, comes back without being asked, and is signed out by disconnecting (§27, 40, 43, 44)',
  visiting(shop(), async (visitor) => {
    await connectAndBeAsked(visitor)
    expect(await log(visitor)).toEqual([])
    await signIn(visitor)
    expect([await session(visitor), await log(visitor)]).toEqual([ON_FIRST, ['signed in']])
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.page.waitForFunction(() => window.portico?.getSIWX())
    await visitor.settled()
    expect([await visitor.dialog.count(), await log(visitor)]).toEqual([0, []])
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.page.waitForFunction(() => localStorage.getItem('shop-session') === null)
    expect(await log(visitor)).toEqual(['signed out'])
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'switching networks asks again; canceling keeps network and session, signing changes both (§27, 41 and 42)',
  visiting(shop(), async (visitor) => {
    await connectAndBeAsked(visitor)
    await signIn(visitor)
    await visitor.onPage((modal) => modal.switchNetwork(31338 as never))
    await isAsked(visitor)
    await cancelButton(visitor).click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('chain-id', '31337')
    expect([await session(visitor), await log(visitor)]).toEqual([ON_FIRST, ['signed in']])
    await visitor.onPage((modal) => modal.switchNetwork(31338 as never))
    await isAsked(visitor)
    await signIn(visitor)
    expect(await session(visitor)).toEqual({ address: VISITOR, chainId: 31338 })
  }),
)

test(
  'canceling the first message leaves the visitor disconnected (§27, 45)',
  visiting(shop(), async (visitor) => {
    await connectAndBeAsked(visitor)
    await cancelButton(visitor).click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'disconnected')
    expect(await session(visitor)).toBeNull()
  }),
)

test(
  'a visitor with a Solana wallet is not asked (§27, 116)',
  visiting(shop({}, { families: 'eip155,solana', solana: 'ok' }), async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId(`wallet-selector-${WALLET_NAMES.solana.toLowerCase()}`).click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', SOLANA_VISITOR)
    expect(await log(visitor)).toEqual([])
  }),
)

test(
  'a site that has switched sign-in off does not ask',
  visiting(shop({ enabled: false }), async (visitor) => {
    await visitor.connect()
    await visitor.reads('status', 'connected')
    expect(await log(visitor)).toEqual([])
  }),
)
