import { shellFile, shellUrl } from '../browser/support/deployment.ts'
import { ADDRESSES, breakableChain, isForgotten, shopOf } from '../browser/support/faults.ts'
import { describeOn } from '../browser/support/stack.ts'
import { connectTo, type Family, succeedsNow, walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, VISITOR, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/**
 * Failures of installed wallets. After each one the status is right, nothing is pending, and the next attempt succeeds.
 */

const uncaught = ({ problems }: Visit) => problems.filter((problem) => problem.startsWith('uncaught'))

describe('a misbehaving EVM wallet', () => {
  test.each(['throws:text', 'throws:nothing', 'throws:proxy', 'garbage:types', 'garbage:huge', 'garbage:foreign'])(
    'does not connect, and the window says so; once it behaves it connects and signs: %s',
    (behaviour) =>
      visiting({ query: shopOf('eip155', behaviour) }, async (visitor) => {
        await visitor.open()
        await visitor.devWallet.click()
        await visitor.sees('Failed to connect')
        await isForgotten(visitor)
        expect(uncaught(visitor)).toEqual([])
        await succeedsNow(visitor, 'eip155')
      })(),
  )

  test(
    'stays connected although it sends malformed events',
    visiting({ query: shopOf('eip155') }, async (visitor) => {
      await visitor.connect()
      await visitor.inWallet((wallet) => wallet.emitNoise())
      await visitor.settled()
      await visitor.reads('status', 'connected')
      await visitor.reads('address', VISITOR)
      await visitor.reads('chain-id', '31337')
      await succeedsNow(visitor, 'eip155')
      expect(visitor.problems).toEqual([])
    }),
  )
})

test.each<[Family]>([['eip155'], ['bip122']])(
  'going back from a wallet that never answers leaves the visitor disconnected, and a retry connects: %s',
  (family) =>
    visiting({ query: shopOf(family, 'mute') }, async (visitor) => {
      await visitor.open()
      await walletRow(visitor, family).click()
      await visitor.view('ConnectingExternal').waitFor()
      await visitor.reads('status', 'connecting')
      await visitor.back()
      await walletRow(visitor, family).waitFor()
      await isForgotten(visitor)
      await succeedsNow(visitor, family)
      expect(visitor.problems).toEqual([])
    })(),
)

/** Connects, signs and opens the account while no node answers; then the nodes answer again. */
async function withoutNode(family: Family, meanwhile: (visitor: Visit) => Promise<unknown> = async () => {}) {
  const { chain, prepare } = breakableChain(family)
  await visiting({ query: shopOf(family), prepare }, async (visitor) => {
    await connectTo(visitor, family)
    await meanwhile(visitor)
    await visitor.settled()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', ADDRESSES[family])
    await succeedsNow(visitor, family)

    await visitor.openAccount()
    const retry = visitor.page.getByTestId('balance-retry')
    await retry.waitFor()
    chain.isDown = false
    await retry.click()
    await visitor.page.locator('[data-testid="account-balance"][data-value]').waitFor()
    expect(await visitor.page.getByTestId('account-balance').getAttribute('data-value')).toMatch(/^\d+\.\d{3}$/)
    await succeedsNow(visitor, family)
    expect(uncaught(visitor)).toEqual([])
  })()
}

describe('while no node of the chain answers', () => {
  test("an EVM wallet that reports the outage (MetaMask's 1013) stays connected; the balance can be requested again", () =>
    withoutNode('eip155', (visitor) => visitor.inWallet((wallet) => wallet.emitDisconnect(1013))))

  describeOn('solana')('on Solana', () => {
    test('a wallet connects and signs, and the balance can be requested again', () => withoutNode('solana'))
  })

  describeOn('bitcoin')('on Bitcoin', () => {
    test('a wallet connects and signs, and the balance can be requested again', () => withoutNode('bip122'))
  })
})

test.each<[Family, string]>([
  ['solana', 'chunk:chain-solana'],
  ['bip122', 'chunk:chain-bip122'],
])('%s: wallets whose code failed to load are listed when the window reopens, and connect', async (family, role) => {
  let isLost = true
  const prepare: VisitOptions['prepare'] = (context) =>
    context.route(shellUrl(shellFile(role)), (route) => (isLost ? route.abort() : route.continue()))
  await visiting({ query: shopOf(family), prepare }, async (visitor) => {
    const said = visitor.page.waitForEvent('console', (message) => message.text().includes('[portico]'))
    await visitor.open()
    await said
    await visitor.settled()
    expect(await walletRow(visitor, family).count()).toBe(0)
    await visitor.close()
    isLost = false
    await visitor.open()
    await walletRow(visitor, family).waitFor()
    await succeedsNow(visitor, family)
  })()
})

describe('a network chosen before connecting', () => {
  const choosePage = async (visitor: Visit) => {
    await visitor.onPage((modal) => modal.open({ view: 'Networks' }))
    await visitor.choose('Portico Second')
    await visitor.reads('chain-id', '31338')
    await visitor.onPage((modal) => modal.close())
    await visitor.dialog.waitFor({ state: 'detached' })
  }

  test(
    'is the one on which the wallet connects, even after a reload',
    visiting({}, async (visitor) => {
      await choosePage(visitor)
      await visitor.connect()
      await visitor.reads('caip-address', `eip155:31338:${VISITOR}`)
      expect(await visitor.inWallet(({ chainId }) => chainId)).toBe(31338)
      await visitor.page.reload()
      await visitor.reads('caip-address', `eip155:31338:${VISITOR}`)
      await succeedsNow(visitor, 'eip155')
    }),
  )

  test(
    "but refused by the wallet leaves the visitor on the wallet's network, without another prompt",
    visiting({ query: { wallet: 'switch-error:4001' } }, async (visitor) => {
      await choosePage(visitor)
      await visitor.connect()
      await visitor.reads('caip-address', `eip155:31337:${VISITOR}`)
      expect(await visitor.asked('wallet_switchEthereumChain')).toBe(1)
      await succeedsNow(visitor, 'eip155')
      await visitor.onPage((modal) => modal.disconnect())
      await visitor.reads('status', 'disconnected')
      await succeedsNow(visitor, 'eip155')
      await visitor.reads('caip-address', `eip155:31337:${VISITOR}`)
      expect(await visitor.asked('wallet_switchEthereumChain')).toBe(1)
    }),
  )
})
