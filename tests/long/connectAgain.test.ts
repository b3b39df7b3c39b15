import { closeBrowser, VISITOR, type Visit, visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const OTHER_ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Expects that page, browser storage and modal have forgotten the connection. */
async function isForgotten(visitor: Visit): Promise<void> {
  await visitor.reads('status', 'disconnected')
  await visitor.reads('address', '–')
  expect(await visitor.storedConnection()).toBeUndefined()
  expect(await visitor.onPage((modal) => modal.getAccount())).toMatchObject({ isConnected: false, allAccounts: [] })
  expect(await visitor.onPage((modal) => modal.getWalletProvider() === undefined)).toBe(true)
}

test(
  'a returning visitor is reconnected without a wallet prompt',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', VISITOR)
    await visitor.reads('open', 'closed')
    const asked = await visitor.inWallet((wallet) => [...new Set(wallet.log.map(({ method }) => method))])
    expect(asked.sort()).toEqual(['eth_accounts', 'eth_chainId'])
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a returning visitor is on the network chosen last',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openNetworks()
    await visitor.choose('Portico Second')
    await visitor.reads('chain-id', '31338')
    await visitor.page.reload()
    await visitor.reads('chain-id', '31338')
    await visitor.reads('caip-address', `eip155:31338:${VISITOR}`)
  }),
)

test(
  'a window that opens before the wallet is restored shows the account as soon as the wallet is back',
  visiting({ query: { wallet: 'ok', options: { prefetch: 'none' } } }, async (visitor) => {
    await visitor.connect()
    await visitor.page.reload()
    await visitor.open()
    await visitor.view('Account').waitFor()
  }),
)

test(
  'a wallet that no longer grants access to the account is forgotten silently',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.page.evaluate(() => localStorage.removeItem('dev.portico.wallet'))
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await isForgotten(visitor)
    expect(await visitor.asked('eth_requestAccounts')).toBe(0)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a wallet no longer in the browser is forgotten after a timeout',
  visiting({ prepare: (_, page) => page.clock.install() }, async (visitor) => {
    await visitor.connect()
    await visitor.goto({ wallet: 'none' })
    await visitor.reads('status', 'connecting')
    await visitor.page.clock.fastForward(3_000)
    await isForgotten(visitor)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'with enableReconnect off a stored connection is dropped',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.goto({ options: { enableReconnect: false } })
    await visitor.onPage((modal) => modal.ready())
    await isForgotten(visitor)
    expect(await visitor.inWallet((wallet) => wallet.log.length)).toBe(0)
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await isForgotten(visitor)
  }),
)

describe('a connection ends', () => {
  test.each<[string, (visitor: Visit) => Promise<unknown>]>([
    [
      'by Disconnect in the account',
      async (visitor) => {
        await visitor.openAccount()
        await visitor.dialog.getByTestId('disconnect-button').click()
        await visitor.dialog.waitFor({ state: 'detached' })
      },
    ],
    ['by disconnect() of the page', (visitor) => visitor.onPage((modal) => modal.disconnect())],
    ['when the wallet is locked', (visitor) => visitor.inWallet((wallet) => wallet.lock())],
    [
      'when the wallet reports a disconnection and no longer grants anything',
      (visitor) =>
        visitor.inWallet((wallet) => {
          wallet.setBehaviour('quiet')
          wallet.lock()
          wallet.setBehaviour('ok')
          wallet.emitDisconnect()
        }),
    ],
  ])('%s: nothing of the connection is left on the page or in storage', async (_, end) => {
    const visitor = await visit()
    try {
      await visitor.connect()
      await end(visitor)
      await isForgotten(visitor)
      await visitor.page.reload()
      await visitor.onPage((modal) => modal.ready())
      await isForgotten(visitor)
      expect(visitor.problems).toEqual([])
    } finally {
      await visitor.end()
    }
  })

  test(
    'while the account is shown: the window closes',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.inWallet((wallet) => wallet.lock())
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.open()
      await visitor.devWallet.waitFor()
    }),
  )

  test(
    'by Disconnect: the wallet is asked to revoke its permission, so that the next connection prompts again',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.onPage((modal) => modal.disconnect())
      expect(await visitor.asked('wallet_revokePermissions')).toBe(1)
      await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
      await visitor.open()
      await visitor.devWallet.click()
      await visitor.sees('Connection rejected')
    }),
  )
})

test(
  'when the wallet switches accounts, so does the page, which also remembers the new account',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    await visitor.inWallet((wallet) => wallet.setAccount(1))
    await visitor.reads('address', OTHER_ACCOUNT)
    await visitor.dialog.getByTitle(OTHER_ACCOUNT).waitFor()
    await visitor.page.reload()
    await visitor.reads('address', OTHER_ACCOUNT)
  }),
)

test(
  'after a disconnection the page gets no more events of the wallet',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.inWallet((wallet) => wallet.setAccount(1))
    await visitor.inWallet((wallet) => wallet.setChain(31338))
    await visitor.settled()
    await isForgotten(visitor)
    await visitor.reads('chain-id', '31337')
  }),
)

test(
  'another tab of the site picks up a connection and a disconnection',
  visiting({}, async (visitor) => {
    await visitor.connect()
    const tab = await visitor.newTab()
    await tab.reads('address', VISITOR)
    await visitor.onPage((modal) => modal.disconnect())
    await tab.reads('status', 'disconnected')
  }),
)
