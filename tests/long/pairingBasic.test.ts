import type { ChainNamespace } from '@portico/contracts'
import { BITCOIN_CAIP_ID, SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { shownUri, visitingWithPhone } from '../browser/support/phone.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const FIRST = 'eip155:31337'
const SECOND = 'eip155:31338'

const onPhone = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true } as const
const WAYS = [
  ['basic: true', { basic: true }],
  ['adapters: []', { adapters: [] }],
] as const

describe.each(WAYS)('with %s', (_, options) => {
  test(
    'the first view on a desktop is the code, and no installed wallet is shown',
    visitingWithPhone({ query: { options } }, async (visitor, phone) => {
      await visitor.open()
      await visitor.view('ConnectingWalletConnectBasic').waitFor()
      const uri = await shownUri(visitor)
      expect(await visitor.devWallet.count()).toBe(0)
      await visitor.page.getByTestId('all-wallets').waitFor()
      await phone.pair(uri)
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('address', VISITOR)

      await visitor.openAccount()
      await visitor.page.locator('[data-testid="account-balance"]:not([data-value="probe"])').waitFor()
      expect(await visitor.page.getByTestId('account-balance').getAttribute('data-value')).toMatch(/^[1-9]\d*\.\d{3}$/)
      await visitor.onPage((modal) => modal.switchNetwork(31338, { throwOnFailure: true }))
      await visitor.reads('chain-id', '31338')
      await phone.does((it) => it.disconnect())
      await visitor.reads('status', 'disconnected')
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'the first view on a phone is the list of wallets',
    visiting({ ...onPhone, query: { options } }, async (visitor) => {
      await visitor.open()
      await visitor.view('AllWallets').waitFor()
      expect(await visitor.devWallet.count()).toBe(0)
    }),
  )

  test(
    'a reload restores the session',
    visitingWithPhone({ query: { options } }, async (visitor, phone) => {
      await visitor.open()
      await phone.pair(await shownUri(visitor))
      await visitor.reads('address', VISITOR)
      await visitor.page.reload()
      await visitor.reads('address', VISITOR)
      await visitor.openAccount()
      await visitor.dialog.getByTestId('disconnect-button').click()
      await phone.hasSessions(0)
    }),
  )
})

describe('three families without adapters', () => {
  const three = { query: { families: 'eip155,solana,bip122', options: { adapters: [] } } }

  /** Switches to a network as the page would, signs with the account there, and verifies the signature. */
  async function signsOn(visitor: Visit, id: string): Promise<void> {
    const family = id.split(':')[0] as ChainNamespace
    await visitor.onPage((modal, wanted) => modal.switchNetwork(wanted), id)
    await visitor.page.waitForFunction((wanted) => window.portico?.getCaipNetworkId() === wanted, id)
    const account = await visitor.onPage((modal, name) => modal.getCaipAddress(name) ?? '', family)
    expect(account.startsWith(`${id}:`)).toBe(true)
    const message = `without adapters on ${id}`
    expect(await isSignedBy(account, message, await sign(visitor, family, message))).toBe(true)
  }

  test.each(['page', 'phone'] as const)(
    'all networks can be switched to and signed on, also after a reload and a rejection, until the %s disconnects',
    (who) =>
      visitingWithPhone(three, async (visitor, phone) => {
        await visitor.open()
        await phone.pair(await shownUri(visitor))
        await visitor.reads('caip-address', `${FIRST}:${VISITOR}`)
        await signsOn(visitor, FIRST)
        await signsOn(visitor, SECOND)

        await visitor.page.reload()
        await visitor.reads('caip-address', `${SECOND}:${VISITOR}`)
        await phone.behave({ answer: 'reject' })
        await expect(sign(visitor, 'eip155', 'no')).rejects.toThrow(/reject/i)
        await visitor.reads('status', 'connected')
        await phone.behave({ answer: 'approve' })
        for (const id of [FIRST, SOLANA_CAIP_ID, BITCOIN_CAIP_ID, SECOND]) await signsOn(visitor, id)

        if (who === 'phone') await phone.does((it) => it.disconnect())
        else await visitor.onPage((modal) => modal.disconnect())
        await visitor.reads('status', 'disconnected')
        await phone.hasSessions(0)
        for (const family of ['eip155', 'solana', 'bip122'] as const) {
          expect(await visitor.onPage((modal, name) => modal.getAccount(name).isConnected, family)).toBe(false)
        }
        expect(await visitor.storedConnection()).toBeUndefined()
      })(),
  )
})
