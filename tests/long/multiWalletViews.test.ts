import {
  active,
  connections,
  counts,
  everything,
  openWallets,
  signsWith,
  wallets,
  withMultiWallet,
} from '../browser/support/multiWallet.ts'
import { describeOn } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { inSolanaWallet, timesAsked, WALLET_NAMES } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const several = { query: everything, prepare: withMultiWallet }
const press = (visitor: Visit, key: string) => visitor.page.keyboard.press(key)

/** Presses Tab until a control has the focus; fails when it is unreachable. */
async function tabTo(visitor: Visit, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 30; presses++) {
    await press(visitor, 'Tab')
    const focused = await visitor.focused()
    if (focused.match(name)) return
    passed.push(focused)
  }
  throw new Error(`Tab never reaches ${name}: ${passed.join(', ')}`)
}

test(
  'by keyboard only: choosing another chain and its wallet, going back, switching wallets, disconnecting one',
  visiting(several, async (visitor) => {
    await visitor.connect()
    await visitor.onPage((modal) => modal.connect({ connectorId: 'dev.portico.other' }))
    await openWallets(visitor, 'eip155')
    await counts(visitor, 2)

    await press(visitor, 'ArrowRight')
    expect(await visitor.focused()).toBe('button tab-solana')
    await tabTo(visitor, 'empty-state-button')
    await press(visitor, 'Enter')
    await visitor.view('Connect').waitFor()
    await tabTo(visitor, `wallet-selector-${WALLET_NAMES.solana.toLowerCase()}`)
    await press(visitor, 'Enter')
    await active(visitor).filter({ hasText: WALLET_NAMES.solana }).waitFor()

    await tabTo(visitor, 'tab-solana')
    await press(visitor, 'ArrowLeft')
    await tabTo(visitor, 'wui-inactive-profile-wallet-item-button')
    await press(visitor, 'Enter')
    await active(visitor).filter({ hasText: 'Portico Dev Wallet' }).waitFor()
    // The focus stays in the window although the wallet's row has moved.
    await tabTo(visitor, 'wui-active-profile-wallet-item-disconnect-button')
    await press(visitor, 'Enter')
    await counts(visitor, 1)
    expect(await connections(visitor, 'eip155')).toEqual(['dev.portico.other'])
    await press(visitor, 'Escape')
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(visitor.problems).toEqual([])
  }),
)

describe('networks of several chains', () => {
  test(
    'choosing one of a chain without a wallet asks for a wallet, and the connected wallet stays connected',
    visiting(several, async (visitor) => {
      await visitor.connect()
      await visitor.openNetworks()
      await visitor
        .view('Networks')
        .getByText(/Solana/)
        .click()
      await visitor.view('SwitchActiveChain').waitFor()
      await visitor.page.getByTestId('w3m-switch-active-chain-button').click()
      await visitor.view('Connect').getByText(WALLET_NAMES.solana, { exact: true }).click()
      await wallets(visitor).waitFor()
      expect(await visitor.onPage((modal) => modal.getActiveChainNamespace())).toBe('solana')
      expect(await connections(visitor, 'eip155')).toEqual(['dev.portico.wallet'])
      await signsWith(visitor, 'solana')
      await signsWith(visitor, 'eip155')
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'choosing one of a connected chain takes effect at once, without a wallet prompt, and survives a reload',
    visiting(several, async (visitor) => {
      await visitor.connect()
      await visitor.onPage(
        (modal, connectorId) => modal.connect({ connectorId, namespace: 'solana' }),
        WALLET_NAMES.solana,
      )
      await visitor.openNetworks()
      await visitor.choose('Portico Local')
      await visitor.view('Account').waitFor()
      await visitor.reads('chain-id', '31337')
      expect(await visitor.asked('wallet_switchEthereumChain')).toBe(0)

      await visitor.page.getByTestId('w3m-account-select-network').click()
      await visitor
        .view('Networks')
        .getByText(/Solana/)
        .click()
      await visitor.view('Account').waitFor()
      expect(await visitor.onPage((modal) => modal.getActiveChainNamespace())).toBe('solana')
      const asked = await inSolanaWallet(visitor, (wallet) => wallet.log.map(({ method }) => ({ method })))
      expect(timesAsked(asked as Parameters<typeof timesAsked>[0], 'standard:connect')).toBe(1)

      await visitor.page.reload()
      await visitor.onPage((modal) => modal.ready())
      expect(await visitor.onPage((modal) => modal.getActiveChainNamespace())).toBe('solana')
      await signsWith(visitor, 'eip155')
      expect(visitor.problems).toEqual([])
    }),
  )
})

describeOn('bitcoin')('a page with a button for each chain', () => {
  test(
    "each button opens its chain's account, with the balance in that chain's coin, and makes the chain active",
    visiting({ query: everything }, async (visitor) => {
      await visitor.connect()
      for (const [namespace, connectorId] of [
        ['solana', WALLET_NAMES.solana],
        ['bip122', WALLET_NAMES.xverse],
      ] as const) {
        await visitor.onPage((modal, asked) => modal.connect(asked), { namespace, connectorId })
      }
      for (const [namespace, coin] of [
        ['solana', 'SOL'],
        ['eip155', 'ETH'],
        ['bip122', 'BTC'],
      ] as const) {
        await visitor.onPage((modal, family) => modal.open({ namespace: family }), namespace)
        await visitor.view('Account').waitFor()
        await visitor.page.getByTestId('account-balance').filter({ hasText: coin }).waitFor()
        expect(await visitor.onPage((modal) => modal.getActiveChainNamespace())).toBe(namespace)
        await visitor.close()
      }
      expect(visitor.problems).toEqual([])
    }),
  )
})
