import type { ChainNamespace } from '@portico/contracts'
import { BITCOIN_CAIP_ID, SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { connectPhone, openCode, openPhone, shownUri, visitingWithPhone } from '../browser/support/phone.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import { BITCOIN_VISITOR, SOLANA_VISITOR } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const THREE = 'eip155,solana,bip122'
const EVM = 'eip155:31337'
const SECOND = 'eip155:31338'
const ADDRESSES: Readonly<Partial<Record<ChainNamespace, string>>> = {
  eip155: `${EVM}:${VISITOR}`,
  solana: `${SOLANA_CAIP_ID}:${SOLANA_VISITOR}`,
  bip122: `${BITCOIN_CAIP_ID}:${BITCOIN_VISITOR.payment}`,
}

const isForgotten = async (visitor: Visit): Promise<void> => {
  await visitor.reads('status', 'disconnected')
  await visitor.reads('address', '–')
  expect(await visitor.storedConnection()).toBeUndefined()
}

const accountsOf = (visitor: Visit, families: readonly ChainNamespace[]) =>
  visitor.onPage((modal, names) => names.map((name) => modal.getCaipAddress(name)), families)

test.each<[string, ChainNamespace[], string[]]>([
  ['one family', ['eip155'], [EVM, SECOND]],
  ['one family that is not EVM', ['solana'], [SOLANA_CAIP_ID]],
  ['two families', ['eip155', 'bip122'], [EVM, SECOND]],
  ['three families', ['eip155', 'solana', 'bip122'], [EVM, SECOND]],
])('a phone scans the code, connects %s in one session, and signs for each family', (_, families, approved) =>
  visitingWithPhone({ query: { families: families.join() } }, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.reads('status', 'connected')
    expect(await accountsOf(visitor, families)).toEqual(families.map((name) => ADDRESSES[name]))
    expect(await visitor.onPage((modal) => modal.getApprovedCaipNetworkIds())).toEqual(approved)
    expect(await visitor.onPage((modal) => modal.getWalletInfo()?.name)).toBe('Phone')
    expect(await phone.topics()).toHaveLength(1)
    for (const family of families) {
      const message = `Grün für ${family}`
      const signature = await sign(visitor, family, message)
      expect([family, await isSignedBy(ADDRESSES[family] ?? '', message, signature)]).toEqual([family, true])
    }
    expect(visitor.problems).toEqual([])
  })(),
)

test(
  'a wallet that approves one family of three connects that family only',
  visitingWithPhone({ query: { families: THREE } }, async (visitor, phone) => {
    await phone.choose({ families: ['solana'] })
    await connectPhone(visitor, phone)
    await visitor.reads('caip-address', ADDRESSES.solana ?? '')
    expect(await accountsOf(visitor, ['eip155', 'solana', 'bip122'])).toEqual([undefined, ADDRESSES.solana, undefined])
    const signature = await sign(visitor, 'solana', 'only here')
    expect(await isSignedBy(ADDRESSES.solana ?? '', 'only here', signature)).toBe(true)
  }),
)

test(
  'of two shared accounts the first is active, and the other can be chosen in the wallet',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.choose({ accounts: [1, 0] })
    await connectPhone(visitor, phone)
    const second = await phone.does((it, id) => it.addresses(id)[1] ?? '', EVM)
    await visitor.reads('address', second)
    await phone.does((it) => it.switchAccount(0))
    await visitor.reads('address', VISITOR)
    expect(await isSignedBy(`${EVM}:${VISITOR}`, 'me', await sign(visitor, 'eip155', 'me'))).toBe(true)
  }),
)

test(
  'a rejected pairing is shown in the window, and trying again pairs with a fresh code',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.behave({ answer: 'reject' })
    const uri = await openCode(visitor)
    await phone.pair(uri)
    await visitor.sees('Connection rejected')
    await visitor.dialog.getByRole('alert').waitFor()
    await visitor.reads('status', 'disconnected')
    await phone.behave({ answer: 'approve' })
    await visitor.retry()
    const fresh = await shownUri(visitor)
    expect(fresh).not.toBe(uri)
    await phone.pair(fresh)
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', VISITOR)
  }),
)

test(
  'a rejected request is reported to the site as an error of the wallet, and the session stays',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await phone.behave({ answer: 'reject' })
    const error = await visitor.onPage(async (modal) => {
      const provider = modal.getWalletProvider() as { request(asked: object): Promise<unknown> }
      const params = ['0x6e6f', modal.getAddress()]
      return provider
        .request({ method: 'personal_sign', params })
        .catch((reason) => ({ isError: reason instanceof Error, code: reason.code }))
    })
    expect(error).toEqual({ isError: true, code: 5000 })
    await visitor.reads('status', 'connected')
  }),
)

test(
  'closing ends an unanswered pairing: a late approval does not connect, and the next code is fresh',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.behave({ answer: 'ask' })
    const uri = await openCode(visitor)
    await phone.pair(uri)
    await phone.does((it) => it.nextPrompt('proposal'))
    await visitor.close()
    await phone.does((it) => it.approve())
    // The phone is notified that its approval came too late.
    await phone.hasSessions(0)
    await visitor.reads('status', 'disconnected')
    const fresh = await openCode(visitor)
    expect(fresh).not.toBe(uri)
    await phone.behave({ answer: 'approve' })
    await phone.pair(fresh)
    await visitor.reads('address', VISITOR)
    await phone.hasSessions(1)
  }),
)

test(
  "the copied link equals the code's content",
  visitingWithPhone({}, async (visitor, phone) => {
    const uri = await openCode(visitor)
    await visitor.page.getByTestId('copy-wc2-uri').click()
    await visitor.sees('Link copied')
    const copied = await visitor.page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(uri)
    await phone.pair(copied)
    await visitor.reads('address', VISITOR)
  }),
)

test(
  "a wallet link pairs when opened on the wallet's device",
  visiting({}, async (visitor) => {
    const uri = await openCode(visitor)
    const phone = await openPhone(visitor, `/wc?uri=${encodeURIComponent(uri)}`)
    try {
      await phone.answers('approve')
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('address', VISITOR)
    } finally {
      await phone.end()
    }
  }),
)

test.each(['open', 'closed'] as const)('the phone ends the session while the window is %s', (window) =>
  visitingWithPhone({ query: { families: THREE } }, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    if (window === 'open') await visitor.openAccount()
    await phone.does((it) => it.disconnect())
    await isForgotten(visitor)
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await accountsOf(visitor, ['eip155', 'solana', 'bip122'])).toEqual([undefined, undefined, undefined])
    expect(visitor.problems).toEqual([])
  })(),
)

test.each(['all', 'solana'] as const)(
  'disconnecting (%s) ends every family of the session, and the phone is notified',
  (which) =>
    visitingWithPhone({ query: { families: THREE } }, async (visitor, phone) => {
      await connectPhone(visitor, phone)
      await visitor.onPage((modal, name) => modal.disconnect(name === 'all' ? undefined : name), which)
      await isForgotten(visitor)
      expect(await accountsOf(visitor, ['eip155', 'solana', 'bip122'])).toEqual([undefined, undefined, undefined])
      await phone.hasSessions(0)
    })(),
)

test(
  'the Disconnect button of the account also ends the session',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.openAccount()
    await visitor.dialog.getByTestId('disconnect-button').click()
    await isForgotten(visitor)
    await phone.hasSessions(0)
  }),
)

test(
  'after a reload the session continues in all its families, without a prompt',
  visitingWithPhone({ query: { families: THREE } }, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.reads('status', 'connected')
    const before = await phone.asked()
    await visitor.page.reload()
    await visitor.reads('caip-address', ADDRESSES.eip155 ?? '')
    await visitor.onPage((modal) => modal.ready())
    expect(await accountsOf(visitor, ['eip155', 'solana', 'bip122'])).toEqual(Object.values(ADDRESSES))
    expect((await phone.asked()).slice(before.length)).toEqual([])
    const signature = await sign(visitor, 'solana', 'still here')
    expect(await isSignedBy(ADDRESSES.solana ?? '', 'still here', signature)).toBe(true)
    await phone.does((it) => it.disconnect())
    await isForgotten(visitor)
  }),
)

test(
  'the Bitcoin addresses of the phone are still known after a reload',
  visitingWithPhone({ query: { families: 'bip122' } }, async (visitor, phone) => {
    const purposes = () =>
      visitor.onPage((modal) => modal.getAccount('bip122').allAccounts.map(({ address }) => address))
    await connectPhone(visitor, phone)
    const both = [BITCOIN_VISITOR.payment, BITCOIN_VISITOR.ordinals]
    await visitor.page.waitForFunction(() => window.portico?.getAccount('bip122').allAccounts.length === 2)
    expect(await purposes()).toEqual(both)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.page.waitForFunction(() => window.portico?.getAccount('bip122').allAccounts.length === 2)
    expect(await purposes()).toEqual(both)
  }),
)

test(
  'with enableReconnect: false a reload ends the session, and the phone is notified',
  visitingWithPhone({ query: { options: { enableReconnect: false } } }, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.page.reload()
    await visitor.onPage((modal) => modal.ready())
    await phone.hasSessions(0)
    await isForgotten(visitor)
  }),
)

test(
  'with enableWalletConnect: false there is no pairing row, no list of all wallets and no pairing view',
  visiting({ query: { options: { enableWalletConnect: false } } }, async (visitor) => {
    await visitor.open()
    await visitor.devWallet.waitFor()
    expect(await visitor.page.getByTestId('wallet-selector-walletconnect').count()).toBe(0)
    expect(await visitor.page.getByTestId('all-wallets').count()).toBe(0)
    for (const view of ['ConnectingWalletConnect', 'AllWallets', 'ConnectingWalletConnectBasic'] as const) {
      const refused = await visitor.onPage(
        (modal, name) => modal.open({ view: name }).catch((error: { code?: string }) => error.code),
        view,
      )
      expect([view, refused]).toEqual([view, 'view.unavailable'])
    }
    expect(visitor.requests.filter((url) => url.includes('pairing'))).toEqual([])
  }),
)
