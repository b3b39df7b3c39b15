import { type Hex, verifyMessage } from 'viem'
import { succeedsNow } from './support/succeedsNow.ts'
import { closeBrowser, VISITOR, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** The message that the playground has the wallet sign. */
const MESSAGE = 'Fern & Fable: a hello from the playground'

test(
  'a visitor connects a browser wallet: the window closes, and the page knows address and network',
  visiting({}, async (visitor) => {
    await visitor.reads('status', 'disconnected')
    await visitor.open()
    await visitor.devWallet.click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
    await visitor.reads('address', VISITOR)
    await visitor.reads('caip-address', `eip155:31337:${VISITOR}`)
    await visitor.reads('chain-id', '31337')
    await visitor.reads('open', 'closed')
    expect(await visitor.asked('eth_requestAccounts')).toBe(1)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  "a message that the page has signed verifies against the visitor's address",
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.page.getByTestId('sign-message-button').click()
    const signature = visitor.page.getByTestId('signature').filter({ hasText: /^0x/ })
    await signature.waitFor()
    const signed = { address: VISITOR, signature: (await signature.textContent()) as Hex } as const
    expect(await verifyMessage({ ...signed, message: MESSAGE })).toBe(true)
    expect(await verifyMessage({ ...signed, message: `${MESSAGE}.` })).toBe(false)
  }),
)

test(
  'a refused connection is reported, with a note that nothing was shared; trying again connects',
  visiting({ query: { wallet: 'reject' } }, async (visitor) => {
    await visitor.open()
    await visitor.devWallet.click()
    await visitor.sees('Connection rejected')
    await visitor.sees('Nothing was shared with this page.')
    await visitor.reads('status', 'disconnected')
    expect(await visitor.storedConnection()).toBeUndefined()

    await visitor.retry()
    await visitor.sees('Connection rejected')
    expect(await visitor.asked('eth_requestAccounts')).toBe(2)

    await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
    await visitor.retry()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
    await succeedsNow(visitor, 'eip155')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a wallet with a pending request is reported, with what to do about it',
  visiting({ query: { wallet: 'pending' } }, async (visitor) => {
    await visitor.open()
    await visitor.devWallet.click()
    await visitor.sees('A request is already waiting in your wallet')
    await visitor.sees('Respond to the request in your wallet.')
    await visitor.reads('status', 'disconnected')
    await succeedsNow(visitor, 'eip155')
  }),
)

test(
  'going back from a wallet that does not answer shows the list again, not connected',
  visiting({ query: { wallet: 'hang' } }, async (visitor) => {
    await visitor.open()
    await visitor.devWallet.click()
    await visitor.sees('Continue in Portico Dev Wallet')
    await visitor.reads('status', 'connecting')
    await visitor.back()
    await visitor.devWallet.waitFor()
    await visitor.reads('status', 'disconnected')
    expect(visitor.problems).toEqual([])
    await succeedsNow(visitor, 'eip155')
  }),
)

test.each([
  ['went back', (visitor) => visitor.back()],
  ['closed the window', (visitor) => visitor.close()],
] satisfies [string, (visitor: import('./support/visit.ts').Visit) => Promise<void>][])(
  'a late response, after the visitor %s, does not connect',
  (_, leave) =>
    visiting({ query: { wallet: 'hang' } }, async (visitor) => {
      await visitor.open()
      await visitor.devWallet.click()
      await visitor.sees('Continue in Portico Dev Wallet')
      await leave(visitor)
      await visitor.inWallet((wallet) => wallet.approve())
      await visitor.settled()
      await visitor.reads('status', 'disconnected')
      expect(await visitor.asked('eth_chainId')).toBe(0)
      expect(await visitor.storedConnection()).toBeUndefined()
      expect(visitor.problems).toEqual([])

      await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
      if ((await visitor.dialog.count()) === 0) await visitor.open()
      await visitor.devWallet.click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('status', 'connected')
    })(),
)

test(
  'a window that the site closes during a wallet request reopens on the list of wallets',
  visiting({ query: { wallet: 'hang' } }, async (visitor) => {
    await visitor.open()
    await visitor.devWallet.click()
    await visitor.sees('Continue in Portico Dev Wallet')
    await visitor.onPage((modal) => modal.close())
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.open()
    await visitor.devWallet.waitFor()
  }),
)

test(
  'a wallet that only sets window.ethereum is listed and connects',
  visiting({ query: { legacy: 1, options: { enableEIP6963: false } } }, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-injected').click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', VISITOR)
  }),
)

describe('with two wallets in the browser', () => {
  const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

  test(
    'both wallets are listed, and connecting the second replaces the first',
    visiting({ query: { other: 'ok' } }, async (visitor) => {
      await visitor.connect()
      await visitor.onPage((modal) => modal.open({ view: 'Connect' }))
      await visitor.otherWallet.click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('address', OTHER)
      expect(await visitor.asked('wallet_revokePermissions')).toBe(1)
    }),
  )

  test(
    "a refusal by the second wallet does not end the first wallet's connection",
    visiting({ query: { other: 'reject' } }, async (visitor) => {
      await visitor.connect()
      await visitor.onPage((modal) => modal.open({ view: 'Connect' }))
      await visitor.otherWallet.click()
      await visitor.sees('Connection rejected')
      await visitor.reads('status', 'connected')
      await visitor.reads('address', VISITOR)
      await visitor.page.reload()
      await visitor.reads('address', VISITOR)
    }),
  )

  test(
    'going back from a second wallet that does not answer keeps the first wallet connected',
    visiting({ query: { other: 'hang' } }, async (visitor) => {
      await visitor.connect()
      await visitor.onPage((modal) => modal.open({ view: 'Connect' }))
      await visitor.otherWallet.click()
      await visitor.sees('Continue in Portico Other Wallet')
      await visitor.back()
      await visitor.view('Account').waitFor()
      await visitor.reads('status', 'connected')
      await visitor.reads('address', VISITOR)
    }),
  )
})
