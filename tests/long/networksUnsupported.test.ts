import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const wrongChain = { query: { wallet: 'wrong-chain' } }

/** Presses the wallet, which is on a network that the page does not support. */
async function connectOnWrongChain(visitor: Visit): Promise<void> {
  await visitor.open()
  await visitor.devWallet.click()
  await visitor.view('UnsupportedChain').waitFor()
}

test(
  'a wallet on an unsupported network is connected, and asked to switch',
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    await visitor.sees('This page doesn’t support your wallet’s network. Switch to one of these to continue.')
    await visitor.reads('status', 'connected')
    await visitor.reads('chain-id', '1')
    expect(await visitor.onPage((modal) => modal.getCaipNetwork() === undefined)).toBe(true)
  }),
)

test.each<[string, (visitor: Visit) => Promise<void>]>([
  ['by its button', (visitor) => visitor.page.getByTestId('w3m-header-close').click()],
  ['by Escape', (visitor) => visitor.page.keyboard.press('Escape')],
  ['by a press beside it', (visitor) => visitor.page.mouse.click(20, 20)],
])('the question cannot be dismissed %s: the window shakes for half a second and stays', (_, dismiss) =>
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    expect(await visitor.shakes(() => dismiss(visitor))).toBe('0.5s')
    await visitor.page.locator('.ModalFrame-shake').waitFor({ state: 'detached' })
    await visitor.view('UnsupportedChain').waitFor()
    // The focus is still in the window.
    expect(await visitor.shakes(() => visitor.page.keyboard.press('Escape'))).toBe('0.5s')
  })(),
)

test(
  'the question cannot be dismissed while the wallet is asked to switch',
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    await visitor.inWallet((wallet) => wallet.setBehaviour('hang'))
    await visitor.choose('Portico Local')
    await visitor.view('SwitchNetwork').waitFor()
    await visitor.shakes(() => visitor.page.keyboard.press('Escape'))
    await visitor.view('SwitchNetwork').waitFor()
    await visitor.back()
    await visitor.view('UnsupportedChain').waitFor()
  }),
)

test(
  'choosing a supported network answers the question: the visitor sees the account',
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    await visitor.choose('Portico Local')
    await visitor.view('Account').waitFor()
    await visitor.reads('chain-id', '31337')
    await visitor.close()
  }),
)

test(
  'Disconnect answers the question: the window closes and the visitor is disconnected',
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    await visitor.dialog.getByTestId('disconnect-button').click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'disconnected')
    await visitor.open()
    await visitor.devWallet.waitFor()
  }),
)

test(
  'a declined switch leads back to the question',
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
    await visitor.choose('Portico Local')
    await visitor.sees('Switch declined')
    await visitor.back()
    await visitor.view('UnsupportedChain').waitFor()
    await visitor.inWallet((wallet) => wallet.setChain(31337))
    await visitor.view('Account').waitFor()
  }),
)

test(
  'the window opens when the wallet switches to an unsupported network, and closes when it switches back',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.inWallet((wallet) => wallet.setChain(1))
    await visitor.view('UnsupportedChain').waitFor()
    await visitor.inWallet((wallet) => wallet.setChain(31337))
    await visitor.dialog.waitFor({ state: 'detached' })
  }),
)

test(
  'after a wallet has switched to an unsupported network and back, the previously open view is shown again',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    await visitor.inWallet((wallet) => wallet.setChain(1))
    await visitor.view('UnsupportedChain').waitFor()
    await visitor.choose('Portico Local')
    await visitor.view('WalletReceive').waitFor()
    await visitor.back()
    await visitor.view('Account').waitFor()
  }),
)

test(
  'opening another view also shows the question',
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    await visitor.onPage((modal) => modal.open({ view: 'Account' }))
    await visitor.view('UnsupportedChain').waitFor()
    await visitor.onPage((modal) => modal.close())
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.onPage((modal) => modal.open())
    await visitor.view('UnsupportedChain').waitFor()
  }),
)

test(
  'a returning visitor on an unsupported network is asked again',
  visiting(wrongChain, async (visitor) => {
    await connectOnWrongChain(visitor)
    await visitor.page.reload()
    await visitor.view('UnsupportedChain').waitFor()
    await visitor.reads('address', VISITOR)
  }),
)

test.each([
  ['allowUnsupportedChain', { allowUnsupportedChain: true }],
  ['enableNetworkSwitch off', { enableNetworkSwitch: false }],
])('with %s no question is asked: the wallet connects and the window closes', (_, options) =>
  visiting({ query: { wallet: 'wrong-chain', options } }, async (visitor) => {
    await visitor.connect()
    await visitor.reads('chain-id', '1')
    await visitor.openAccount()
  })(),
)
