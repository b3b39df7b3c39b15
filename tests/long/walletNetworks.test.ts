import type { CaipNetworkId, ChainNamespace } from '@portico/contracts'
import { EVM_CAIP_IDS, SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { approve, inFrame, newAddress, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { describeOn, stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** The embedded wallet on a site with several networks of both families. */

jest.setTimeout(90_000)
afterAll(closeBrowser)

const MESSAGE = 'Fern & Fable: the same wallet everywhere'
const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 }

const network = (caipNetworkId: string, name: string, nativeCurrency: object, url: string) => {
  const [chainNamespace, id = ''] = caipNetworkId.split(':')
  const own = chainNamespace === 'eip155' ? { id: Number(id) } : { id, caipNetworkId, chainNamespace }
  return { ...own, caipNetworkId, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }
}

const [FIRST = '', SECOND = ''] = EVM_CAIP_IDS
/** Solana's test network. No node is available here, and signing a message needs none. */
const SOLANA_TESTNET = 'solana:4uhcVJyU9pJkvQyS88uRDiswHScgo5Gc'
const networks = () => [
  network(FIRST, 'Portico Local', ETHER, stack.urls.anvil),
  network(SECOND, 'Portico Second', ETHER, stack.urls.secondAnvil),
  network(SOLANA_CAIP_ID, 'Portico Solana', SOL, stack.urls.solana),
  network(SOLANA_TESTNET, 'Solana Testnet', SOL, stack.urls.solana),
]

describeOn('solana')('a visitor signed up by e-mail', () => {
  /** The visitor of all tests, who signs in once because codes per client and hour are limited. */
  let visitor: Visit
  beforeAll(async () => {
    visitor = await visit(withoutWallet({ networks: networks(), defaultAccountTypes: { eip155: 'eoa' } }))
    await signIn(visitor, newAddress())
  })
  afterAll(() => visitor?.end())

  /** Uses the window's list of networks. */
  async function goesTo(name: string, caipNetworkId: string): Promise<void> {
    await visitor.openNetworks()
    await visitor.choose(name)
    await visitor.page
      .getByTestId('w3m-caip-address')
      .filter({ hasText: `${caipNetworkId}:` })
      .waitFor()
    await visitor.onPage((modal) => modal.close())
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.onPage((modal) => modal.getCaipNetworkId())).toBe(caipNetworkId)
  }

  const accountOn = (family: ChainNamespace) =>
    visitor.onPage((modal, name) => modal.getAccount(name).caipAddress ?? '', family)

  async function signs(family: ChainNamespace): Promise<void> {
    const signing = sign(visitor, family, MESSAGE)
    await inFrame(visitor).getByText(MESSAGE).waitFor()
    await approve(visitor)
    expect(await isSignedBy(await accountOn(family), MESSAGE, await signing)).toBe(true)
    await visitor.dialog.waitFor({ state: 'detached' })
  }

  const hasNameRow = async () => {
    await visitor.openAccount()
    await visitor.page.getByTestId('account-settings-button').click()
    await visitor.view('AccountSettings').getByTestId('disconnect-button').waitFor()
    const count = await visitor.page.getByTestId('account-choose-name-button').count()
    await visitor.close()
    return count === 1
  }

  test.each<[ChainNamespace, ...(readonly [string, CaipNetworkId])[]]>([
    ['eip155', ['Portico Second', SECOND as CaipNetworkId], ['Portico Local', FIRST as CaipNetworkId]],
    ['solana', ['Solana Testnet', SOLANA_TESTNET], ['Portico Solana', SOLANA_CAIP_ID as CaipNetworkId]],
  ])('%s: switches to another network and back, and signs on both with one address', async (family, there, back) => {
    const [, , address] = (await accountOn(family)).split(':')
    for (const [name, caipNetworkId] of [there, back]) {
      await goesTo(name, caipNetworkId)
      expect(await accountOn(family)).toBe(`${caipNetworkId}:${address}`)
      await signs(family)
    }
  })

  test('can choose a name for the account on EVM, but not on Solana', async () => {
    await goesTo('Portico Local', FIRST)
    expect(await hasNameRow()).toBe(true)
    await goesTo('Portico Solana', SOLANA_CAIP_ID)
    expect(await hasNameRow()).toBe(false)
  })
})
