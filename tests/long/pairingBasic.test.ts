import { shownUri, visitingWithPhone } from '../browser/support/phone.ts'
import { closeBrowser, VISITOR, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const onPhone = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true } as const
const WAYS = [
  ['basic: true', { basic: true }],
  ['adapters: []', { adapters: [] }],
] as const

describe.each(WAYS)('with %s', (_, options) => {
  test(
    'the first view on a desk is the code, and no wallet of the browser is shown',
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

test(
  'without adapters a session of three families goes through all its networks and ends when the phone says so',
  visitingWithPhone(
    { query: { families: 'eip155,solana,bip122', options: { adapters: [] } } },
    async (visitor, phone) => {
      await visitor.open()
      await phone.pair(await shownUri(visitor))
      await visitor.reads('address', VISITOR)
      expect(await visitor.onPage((modal) => modal.getAccount('solana').isConnected)).toBe(true)
      expect(await visitor.onPage((modal) => modal.getAccount('bip122').isConnected)).toBe(true)
      await phone.does((it) => it.disconnect())
      await visitor.reads('status', 'disconnected')
    },
  ),
)
