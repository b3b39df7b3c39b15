import { SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import {
  active,
  connections,
  counts,
  type Family,
  openWallets,
  signsWith,
  walletNamed,
  wallets,
  withMultiWallet,
} from '../browser/support/multiWallet.ts'
import { connectPhone, type PhoneVisit, visitingWithPhone } from '../browser/support/phone.ts'
import { closeBrowser, VISITOR, type Visit } from '../browser/support/visit.ts'
import { SOLANA_VISITOR, WALLET_NAMES } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

/** A shop on two chains, and a visitor with a phone and an installed wallet for each chain. */
const withExtensions = {
  query: { families: 'eip155,solana', wallet: 'ok', solana: 'ok' },
  prepare: withMultiWallet,
} as const

const PHONE = 'Phone'
const DEV = 'Portico Dev Wallet'
const EVM = 'eip155:31337'
const WALLET_CONNECT = 'walletConnect'

const addressOf = (visitor: Visit, family: Family) =>
  visitor.onPage((modal, namespace) => modal.getAddress(namespace), family)
const family = (visitor: Visit) => visitor.onPage((modal) => modal.getActiveChainNamespace())
const activeNamed = (visitor: Visit, name: string) => active(visitor).filter({ hasText: name }).waitFor()

/** The phone uses its second account, so that its addresses differ from those of the installed wallets. */
async function pairPhone(visitor: Visit, phone: PhoneVisit): Promise<{ evm: string; solana: string }> {
  await phone.choose({ families: ['eip155', 'solana'], accounts: [1] })
  await connectPhone(visitor, phone)
  await visitor.reads('status', 'connected')
  const [evm = '', solana = ''] = [await addressOf(visitor, 'eip155'), await addressOf(visitor, 'solana')]
  expect([evm, solana]).not.toEqual([VISITOR, SOLANA_VISITOR])
  return { evm, solana }
}

async function add(visitor: Visit, on: Family, name: string): Promise<void> {
  await openWallets(visitor, on)
  await visitor.page.getByTestId('add-connection-button').click()
  await visitor.view('Connect').getByText(name, { exact: true }).click()
  await visitor.sees('New wallet added')
  await activeNamed(visitor, name)
}

/** Switches to a wallet of the list, which then signs with the address on the page. */
async function turnTo(visitor: Visit, on: Family, name: string): Promise<string> {
  await openWallets(visitor, on)
  await walletNamed(visitor, name).getByTestId('wui-inactive-profile-wallet-item-button').click()
  await activeNamed(visitor, name)
  return signsWith(visitor, on)
}

test(
  'a phone on two chains and an installed wallet on each connect, switch, sign, and return after a reload',
  visitingWithPhone(withExtensions, async (visitor, phone) => {
    const onPhone = await pairPhone(visitor, phone)
    for (const on of ['eip155', 'solana'] as const) {
      await openWallets(visitor, on)
      await counts(visitor, 1)
      await activeNamed(visitor, PHONE)
    }

    await add(visitor, 'solana', WALLET_NAMES.solana)
    expect([await family(visitor), await addressOf(visitor, 'solana')]).toEqual(['solana', SOLANA_VISITOR])
    await add(visitor, 'eip155', DEV)
    expect([await family(visitor), await addressOf(visitor, 'eip155')]).toEqual(['eip155', VISITOR])
    await visitor.reads('caip-address', `${EVM}:${VISITOR}`)
    expect(await addressOf(visitor, 'solana')).toBe(SOLANA_VISITOR)
    expect([await signsWith(visitor, 'eip155'), await signsWith(visitor, 'solana')]).toEqual([VISITOR, SOLANA_VISITOR])
    expect(await phone.asked()).toEqual([])

    expect(await turnTo(visitor, 'eip155', PHONE)).toBe(onPhone.evm)
    expect(await turnTo(visitor, 'solana', PHONE)).toBe(onPhone.solana)
    expect(await phone.asked()).toEqual(['personal_sign', 'solana_signMessage'])
    expect(await turnTo(visitor, 'eip155', DEV)).toBe(VISITOR)

    await visitor.onPage((modal) => modal.switchNetwork(31338, { throwOnFailure: true }))
    await visitor.onPage((modal, id) => modal.switchNetwork(id), SOLANA_CAIP_ID)
    await visitor.page.waitForFunction((id) => window.portico?.getCaipNetworkId() === id, SOLANA_CAIP_ID)
    await visitor.page.reload()
    await visitor.reads('caip-address', `${SOLANA_CAIP_ID}:${onPhone.solana}`)
    expect(await addressOf(visitor, 'eip155')).toBe(VISITOR)
    for (const on of ['eip155', 'solana'] as const) {
      await openWallets(visitor, on)
      await counts(visitor, 2)
      await signsWith(visitor, on)
    }
    expect(await turnTo(visitor, 'eip155', PHONE)).toBe(onPhone.evm)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'the phone is disconnected on both of its chains; the installed wallets stay, and survive a reload',
  visitingWithPhone(withExtensions, async (visitor, phone) => {
    await pairPhone(visitor, phone)
    await add(visitor, 'solana', WALLET_NAMES.solana)
    await add(visitor, 'eip155', DEV)
    await turnTo(visitor, 'eip155', PHONE)
    await visitor.close()

    await visitor.openAccount()
    await visitor.dialog.getByTestId('disconnect-button').click()
    await wallets(visitor).waitFor()
    await activeNamed(visitor, DEV)
    await phone.hasSessions(0)
    for (const on of ['eip155', 'solana'] as const) expect(await connections(visitor, on)).toHaveLength(1)
    expect([await signsWith(visitor, 'eip155'), await signsWith(visitor, 'solana')]).toEqual([VISITOR, SOLANA_VISITOR])

    await visitor.page.reload()
    await visitor.reads('address', VISITOR)
    expect(await addressOf(visitor, 'solana')).toBe(SOLANA_VISITOR)
    for (const [on, name] of [
      ['eip155', DEV],
      ['solana', WALLET_NAMES.solana],
    ] as const) {
      await openWallets(visitor, on)
      await counts(visitor, 1)
      await walletNamed(visitor, name).getByTestId('wui-active-profile-wallet-item-disconnect-button').click()
      await visitor.page.getByTestId('empty-template').waitFor()
    }
    await visitor.reads('status', 'disconnected')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'when the installed wallet is disconnected, the phone stays connected on both chains, also after a reload',
  visitingWithPhone(withExtensions, async (visitor, phone) => {
    const onPhone = await pairPhone(visitor, phone)
    await add(visitor, 'eip155', DEV)
    await walletNamed(visitor, DEV).getByTestId('wui-active-profile-wallet-item-disconnect-button').click()
    await activeNamed(visitor, PHONE)
    await visitor.page.reload()
    await visitor.reads('address', onPhone.evm)
    expect(await connections(visitor, 'eip155')).toEqual([WALLET_CONNECT])
    expect(await addressOf(visitor, 'solana')).toBe(onPhone.solana)
    expect([await signsWith(visitor, 'eip155'), await signsWith(visitor, 'solana')]).toEqual(Object.values(onPhone))
    await phone.hasSessions(1)
  }),
)

test(
  'Disconnect all disconnects the phone on both of its chains, and the installed wallet',
  visitingWithPhone(withExtensions, async (visitor, phone) => {
    await pairPhone(visitor, phone)
    await add(visitor, 'eip155', DEV)
    await counts(visitor, 2)
    await visitor.page.getByTestId('disconnect-all-button').click()
    await visitor.page.getByTestId('empty-template').waitFor()
    await phone.hasSessions(0)
    await visitor.reads('status', 'disconnected')
    for (const on of ['eip155', 'solana'] as const) expect(await connections(visitor, on)).toEqual([])
  }),
)

describe('accounts that the phone shares', () => {
  const showWallets = async (visitor: Visit) => {
    await visitor.openAccount()
    await visitor.page.getByTestId('wui-wallet-switch').click()
    await activeNamed(visitor, PHONE)
  }
  const switches = (visitor: Visit) => wallets(visitor).getByTestId('wui-active-profile-wallet-item-switch-button')

  test(
    'one of two is chosen in the list of wallets, signs, and is active after a reload',
    visitingWithPhone({}, async (visitor, phone) => {
      await phone.choose({ accounts: [0, 1] })
      await connectPhone(visitor, phone)
      await visitor.reads('address', VISITOR)
      const second = await phone.does((it, id) => it.addresses(id)[1] ?? '', EVM)

      await showWallets(visitor)
      expect(await switches(visitor).count()).toBe(1)
      await switches(visitor).click()
      await visitor.sees('Account switched')
      await visitor.reads('address', second)
      await active(visitor).waitFor()
      expect(await switches(visitor).count()).toBe(1)
      expect(await signsWith(visitor, 'eip155')).toBe(second)

      await visitor.page.reload()
      await visitor.reads('address', second)
      expect(await signsWith(visitor, 'eip155')).toBe(second)
      await showWallets(visitor)
      await switches(visitor).click()
      await visitor.reads('address', VISITOR)
    }),
  )

  test(
    'a single account has no switch',
    visitingWithPhone({}, async (visitor, phone) => {
      await phone.choose({ accounts: [0] })
      await connectPhone(visitor, phone)
      await showWallets(visitor)
      expect(await switches(visitor).count()).toBe(0)
    }),
  )
})
