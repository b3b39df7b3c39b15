import { SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { connectPhone, visitingWithPhone } from '../browser/support/phone.ts'
import { describeOn } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit } from '../browser/support/visit.ts'
import { SOLANA_VISITOR } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const FIRST = 'eip155:31337'
const SECOND = 'eip155:31338'

const two = { query: { families: 'eip155,solana' } }

const accounts = (visitor: Visit) =>
  visitor.onPage((modal) => [modal.getAddress('eip155'), modal.getAddress('solana')] as const)

async function goTo(visitor: Visit, id: string): Promise<void> {
  await visitor.onPage((modal, wanted) => modal.switchNetwork(wanted), id)
  await visitor.page.waitForFunction((wanted) => window.portico?.getCaipNetworkId() === wanted, id)
}

/** Signs with the account on the page, and verifies the signature independently. */
async function signs(visitor: Visit, namespace: 'eip155' | 'solana'): Promise<void> {
  const account = await visitor.onPage((modal, name) => modal.getCaipAddress(name) ?? '', namespace)
  expect(await isSignedBy(account, account, await sign(visitor, namespace, account))).toBe(true)
}

describeOn('solana')('on local networks', () => {
  test(
    'EVM and Solana in one session: each shows its balance, is switched to, and signs there',
    visitingWithPhone(two, async (visitor, phone) => {
      await connectPhone(visitor, phone)
      for (const [id, namespace, symbol] of [
        [FIRST, 'eip155', 'ETH'],
        [SOLANA_CAIP_ID, 'solana', 'SOL'],
        [SECOND, 'eip155', undefined],
      ] as const) {
        await goTo(visitor, id)
        await signs(visitor, namespace)
        if (!symbol) continue
        await visitor.openAccount()
        await visitor.page.getByTestId('account-balance').filter({ hasText: symbol }).waitFor()
        await visitor.close()
      }
      await visitor.reads('caip-address', `${SECOND}:${VISITOR}`)
      expect(await accounts(visitor)).toEqual([VISITOR, SOLANA_VISITOR])
    }),
  )
})

test(
  'switching the account of one family keeps the account of the other',
  visitingWithPhone(two, async (visitor, phone) => {
    await phone.choose({ families: ['eip155', 'solana'], accounts: [0, 1] })
    await connectPhone(visitor, phone)
    const second = (id: string) => phone.does((it, wanted) => it.addresses(wanted)[1] ?? '', id)
    const turn = async (tab: string) => {
      await visitor.onPage((modal) => modal.open({ view: 'ProfileWallets' }))
      await visitor.page.getByTestId(tab).click()
      // The first account can be chosen even while the other family is active.
      await visitor.page.getByTestId('wui-active-profile-wallet-item-switch-button').last().click()
      await visitor.sees('Account switched')
      await visitor.close()
    }
    await turn('tab-evm')
    expect(await accounts(visitor)).toEqual([await second(FIRST), SOLANA_VISITOR])
    await turn('tab-solana')
    expect(await accounts(visitor)).toEqual([await second(FIRST), await second(SOLANA_CAIP_ID)])
    await signs(visitor, 'eip155')
  }),
)

test(
  'pairing while the page is on Solana also connects EVM, and can sign there',
  visitingWithPhone(two, async (visitor, phone) => {
    await goTo(visitor, SOLANA_CAIP_ID)
    await connectPhone(visitor, phone)
    await visitor.reads('caip-address', `${SOLANA_CAIP_ID}:${SOLANA_VISITOR}`)
    for (const namespace of ['solana', 'eip155'] as const) await signs(visitor, namespace)
    expect(await accounts(visitor)).toEqual([VISITOR, SOLANA_VISITOR])
  }),
)
