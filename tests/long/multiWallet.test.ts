import {
  active,
  connections,
  counts,
  everything,
  type Family,
  openWallets,
  signsWith,
  walletNamed,
  wallets,
  withMultiWallet,
} from '../browser/support/multiWallet.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { inMultiWallet, inSolanaWallet, WALLET_NAMES } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const several = { query: everything, prepare: withMultiWallet }

const DEV = 'dev.portico.wallet'
const OTHER = 'dev.portico.other'
const MULTI = 'dev.portico.multi'

/** Connects another wallet from the list of wallets, to which the window returns. */
async function add(visitor: Visit, family: Family, name: string): Promise<void> {
  await openWallets(visitor, family)
  const [first] = await connections(visitor, family)
  await visitor.page.getByTestId(first ? 'add-connection-button' : 'empty-state-button').click()
  await visitor.view('Connect').getByText(name, { exact: true }).click()
  await visitor.sees('New wallet added')
  await wallets(visitor).waitFor()
}

/** Three EVM wallets, two of Solana, one of Bitcoin; the multi-chain wallet uses its second account. */
async function connectAll(visitor: Visit): Promise<void> {
  await inMultiWallet(visitor, (wallet) => wallet.setAccount(1))
  await visitor.connect()
  await add(visitor, 'eip155', 'Portico Other Wallet')
  await add(visitor, 'eip155', WALLET_NAMES.multi)
  await add(visitor, 'solana', WALLET_NAMES.solana)
  await add(visitor, 'solana', WALLET_NAMES.multi)
  await add(visitor, 'bip122', WALLET_NAMES.xverse)
}

/** The methods that have opened a wallet window. */
async function prompts(visitor: Visit): Promise<string[]> {
  const evm = await Promise.all(
    (['devWallet', 'otherWallet'] as const).map((which) =>
      visitor.inWallet((wallet) => wallet.log.map(({ method }) => method), undefined, which),
    ),
  )
  const multi = await inMultiWallet(visitor, ({ evm, solana, bitcoin }) =>
    [evm, solana, bitcoin].flatMap(({ log }) => log as { method: string; params?: unknown }[]),
  )
  const others = await visitor.page.evaluate(() =>
    [window.solanaWallet, window.bitcoinWallets?.xverse].flatMap(
      (wallet) => (wallet?.log ?? []) as { method: string; params?: unknown }[],
    ),
  )
  const isSilent = (params: unknown) => JSON.stringify(params ?? null).includes('"silent":true')
  return [
    ...evm.flat(),
    ...[...multi, ...others].filter(({ params }) => !isSilent(params)).map(({ method }) => method),
  ].filter((method) => /connect$|requestAccounts|request_|^get.*ddresses|switch|add/i.test(method))
}

test(
  'six wallets of three chains are connected in parallel, switched to, signed with and disconnected one by one',
  visiting(several, async (visitor) => {
    await connectAll(visitor)
    expect(await connections(visitor, 'eip155')).toEqual([MULTI, OTHER, DEV])
    expect(await connections(visitor, 'solana')).toEqual([WALLET_NAMES.multi, WALLET_NAMES.solana])
    expect(await connections(visitor, 'bip122')).toEqual([WALLET_NAMES.xverse])

    const signers = new Set<string>()
    const turnTo = async (family: Family, name: string) => {
      await openWallets(visitor, family)
      await walletNamed(visitor, name).getByTestId('wui-inactive-profile-wallet-item-button').click()
      await active(visitor).filter({ hasText: name }).waitFor()
      signers.add(await signsWith(visitor, family))
    }
    signers.add(await signsWith(visitor, 'eip155'))
    await turnTo('eip155', 'Portico Other Wallet')
    await turnTo('eip155', 'Portico Dev Wallet')
    signers.add(await signsWith(visitor, 'solana'))
    await turnTo('solana', WALLET_NAMES.solana)
    signers.add(await signsWith(visitor, 'bip122'))
    // Six wallets have five signers: the dev wallet, the second account of its mnemonic (in two wallets), two on Solana
    // and one on Bitcoin.
    expect(signers.size).toBe(5)
    expect(await visitor.asked('personal_sign')).toBe(1)

    await openWallets(visitor, 'eip155')
    for (const [index, name] of ['Portico Dev Wallet', 'Portico Other Wallet', WALLET_NAMES.multi].entries()) {
      await walletNamed(visitor, name)
        .getByRole('button', { name: `Disconnect ${name}` })
        .first()
        .click()
      if (index < 2) await counts(visitor, 2 - index)
    }
    await visitor.page.getByTestId('empty-template').waitFor()
    expect(await visitor.onPage((modal) => modal.getAddress('eip155'))).toBeUndefined()
    expect(await connections(visitor, 'solana')).toHaveLength(2)
    expect(await connections(visitor, 'bip122')).toHaveLength(1)
    await signsWith(visitor, 'solana')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'after a reload the active wallets are back without a prompt; the others are restored when requested',
  visiting(several, async (visitor) => {
    await connectAll(visitor)
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    expect(await connections(visitor, 'eip155')).toEqual([MULTI])
    expect(await connections(visitor, 'solana')).toEqual([WALLET_NAMES.multi])
    expect(await connections(visitor, 'bip122')).toEqual([WALLET_NAMES.xverse])
    expect(await visitor.onPage((modal) => modal.getActiveChainNamespace())).toBe('bip122')
    const others = () => visitor.inWallet((wallet) => wallet.log.map(({ method }) => method), undefined, 'otherWallet')
    expect(await others()).not.toContain('eth_accounts')

    await openWallets(visitor, 'eip155')
    await counts(visitor, 3)
    expect(await connections(visitor, 'eip155')).toEqual([MULTI, OTHER, DEV])
    await openWallets(visitor, 'solana')
    await counts(visitor, 2)
    expect(await others()).toContain('eth_accounts')
    expect(await prompts(visitor)).toEqual([])
    await visitor.reads('open', 'open')

    await walletNamed(visitor, WALLET_NAMES.solana).getByTestId('wui-inactive-profile-wallet-item-button').click()
    await visitor.sees('Wallet switched')
    await signsWith(visitor, 'solana')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'one of several wallets is disconnected: the next visit lists it as recent, and the others are unchanged',
  visiting(several, async (visitor) => {
    await visitor.connect()
    await add(visitor, 'eip155', 'Portico Other Wallet')
    await visitor.close()
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.openAccount()
    await visitor.view('Account').getByTestId('disconnect-button').click()
    // The first wallet was not requested since the page was loaded; it is listed anyway.
    await wallets(visitor).waitFor()
    await active(visitor).filter({ hasText: 'Portico Dev Wallet' }).waitFor()
    await signsWith(visitor, 'eip155')

    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await openWallets(visitor, 'eip155')
    await active(visitor).filter({ hasText: 'Portico Dev Wallet' }).waitFor()
    const recent = wallets(visitor).getByTestId('recent-connection').filter({ hasText: 'Portico Other Wallet' })
    await recent.getByRole('button', { name: /^Connect/ }).click()
    await active(visitor).filter({ hasText: 'Portico Other Wallet' }).waitFor()
    await signsWith(visitor, 'eip155')

    await walletNamed(visitor, 'Portico Dev Wallet')
      .getByRole('button', { name: 'Disconnect Portico Dev Wallet' })
      .click()
    await wallets(visitor).getByRole('button', { name: 'Delete Portico Dev Wallet' }).click()
    await visitor.sees('Wallet deleted')
    expect(await wallets(visitor).getByTestId('recent-connection').count()).toBe(0)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a multi-chain wallet is one entry, which asks for the chain',
  visiting(several, async (visitor) => {
    await visitor.open()
    const entry = visitor.page.getByTestId(`wallet-selector-${MULTI}`)
    await entry.click()
    await visitor.view('ConnectingMultiChain').waitFor()
    await visitor.page.getByTestId('wui-list-chain-solana').click()
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.onPage((modal) => modal.getActiveChainNamespace())).toBe('solana')
    await signsWith(visitor, 'solana')
    expect(await connections(visitor, 'eip155')).toEqual([])
    expect(visitor.problems).toEqual([])
  }),
)

test(
  "the page's disconnect() ends every connection",
  visiting(several, async (visitor) => {
    await connectAll(visitor)
    await visitor.onPage((modal) => modal.disconnect())
    for (const family of ['eip155', 'solana', 'bip122'] as const) {
      expect(await connections(visitor, family)).toEqual([])
    }
    await visitor.reads('status', 'disconnected')
    expect(await visitor.storedConnection()).toBeUndefined()
  }),
)

test(
  'Disconnect all disconnects the wallets of that chain and keeps the others',
  visiting(several, async (visitor) => {
    await connectAll(visitor)
    await openWallets(visitor, 'eip155')
    await visitor.page.getByTestId('disconnect-all-button').click()
    await visitor.page.getByTestId('empty-template').waitFor()
    expect(await connections(visitor, 'solana')).toHaveLength(2)
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    expect(await connections(visitor, 'eip155')).toEqual([])
    expect(await connections(visitor, 'solana')).toHaveLength(1)
  }),
)

test(
  'a second tab picks up a switch to another wallet, and a disconnection',
  visiting(several, async (visitor) => {
    await visitor.connect()
    await add(visitor, 'eip155', 'Portico Other Wallet')
    await visitor.close()
    const tab = await visitor.newTab(everything)
    await tab.onPage((modal) => modal.ready())
    await openWallets(tab, 'eip155')
    await counts(tab, 2)

    await visitor.onPage((modal) => modal.switchConnection({ connectorId: 'dev.portico.wallet' }))
    await active(tab).filter({ hasText: 'Portico Dev Wallet' }).waitFor()
    expect(await connections(tab, 'eip155')).toEqual([DEV, OTHER])
    await visitor.onPage((modal) => modal.deleteConnection({ connectorId: 'dev.portico.wallet' }))
    await active(tab).filter({ hasText: 'Portico Other Wallet' }).waitFor()
    expect(await connections(tab, 'eip155')).toEqual([OTHER])
    expect(await connections(visitor, 'eip155')).toEqual([OTHER])
    expect([...visitor.problems, ...tab.problems]).toEqual([])
  }),
)

test(
  'a site with enableReconnect off forgets all wallets',
  visiting({ ...several, query: { ...everything, options: { enableReconnect: false } } }, async (visitor) => {
    await visitor.connect()
    await add(visitor, 'eip155', 'Portico Other Wallet')
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await visitor.reads('status', 'disconnected')
    expect(await visitor.storedConnection()).toBeUndefined()
  }),
)

describe('without the multi-wallet feature', () => {
  const one = { query: everything }

  test(
    'a second wallet replaces the first, which is asked to forget the page, and a reload keeps the second',
    visiting(one, async (visitor) => {
      await visitor.connect()
      await visitor.onPage((modal) => modal.connect({ connectorId: 'dev.portico.other' }))
      await openWallets(visitor, 'eip155')
      await active(visitor).filter({ hasText: 'Portico Other Wallet' }).waitFor()
      await counts(visitor, 1)
      expect(await visitor.page.getByTestId('add-connection-button').count()).toBe(0)
      expect(await visitor.asked('wallet_revokePermissions')).toBe(1)

      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      expect(await visitor.onPage((modal) => modal.getWalletInfo()?.name)).toBe('Portico Other Wallet')
      await signsWith(visitor, 'eip155')
    }),
  )

  test(
    'a multi-chain wallet connects on one chain, then another; both sign, survive a reload and are disconnected',
    visiting(one, async (visitor) => {
      const family = () => visitor.onPage((modal) => modal.getActiveChainNamespace())
      const account = (namespace: Family) => visitor.onPage((modal, name) => modal.getAddress(name), namespace)
      const network = (name: RegExp) => visitor.view('Networks').getByRole('button', { name })
      await visitor.open()
      await visitor.page.getByTestId(`wallet-selector-${MULTI}`).click()
      await visitor.page.getByTestId('wui-list-chain-solana').click()
      await visitor.dialog.waitFor({ state: 'detached' })
      const onSolana = await signsWith(visitor, 'solana')

      await visitor.openNetworks()
      await network(/^Portico Local/).click()
      await visitor.page.getByTestId('w3m-switch-active-chain-button').click()
      await visitor.view('Connect').getByText(WALLET_NAMES.multi, { exact: true }).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      expect([await family(), await account('solana')]).toEqual(['eip155', onSolana])
      const onEvm = await signsWith(visitor, 'eip155')

      await visitor.openNetworks()
      await network(/Solana/).click()
      await visitor.view('Account').waitFor()
      expect([await family(), await account('eip155')]).toEqual(['solana', onEvm])
      expect([await signsWith(visitor, 'solana'), await signsWith(visitor, 'eip155')]).toEqual([onSolana, onEvm])

      await visitor.page.reload()
      await visitor.onPage((modal) => modal.ready())
      expect([await family(), await account('eip155'), await account('solana')]).toEqual(['solana', onEvm, onSolana])
      expect(await prompts(visitor)).toEqual([])
      await visitor.openAccount()
      await visitor.dialog.getByTestId('disconnect-button').click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.onPage((modal) => modal.switchNetwork(31337))
      expect([await account('eip155'), await account('solana')]).toEqual([onEvm, undefined])
      await visitor.openAccount()
      await visitor.dialog.getByTestId('disconnect-button').click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('status', 'disconnected')
      expect(await visitor.storedConnection()).toBeUndefined()
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'a page that asks for all connections gets none, and an alert that says why',
    visiting(one, async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      expect(await visitor.onPage((modal) => modal.getConnections())).toEqual([])
      await visitor.page.getByTestId('wui-alertbar-text').filter({ hasText: 'Multi-Wallet Not Enabled' }).waitFor()
      expect(await visitor.onPage((modal) => modal.getRecentConnections())).toEqual([])
      await visitor.onPage((modal) => modal.switchConnection({ connectorId: 'dev.portico.other' }))
      await visitor.reads('status', 'connected')
      expect(visitor.problems).toEqual([])
    }),
  )
})

test(
  'when one of several wallets locks itself, the next wallet becomes active',
  visiting(several, async (visitor) => {
    await visitor.connect()
    await add(visitor, 'solana', WALLET_NAMES.multi)
    await add(visitor, 'solana', WALLET_NAMES.solana)
    await inSolanaWallet(visitor, (wallet) => wallet.lock())
    await active(visitor).filter({ hasText: WALLET_NAMES.multi }).waitFor()
    expect(await connections(visitor, 'solana')).toEqual([WALLET_NAMES.multi])
    await signsWith(visitor, 'solana')
  }),
)
