import { LOCAL_POOLS, LOCAL_PROJECT_ID } from '../../scripts/local.mjs'
import { until } from '../../services/testing/until.ts'
import { openPhone } from '../browser/support/phone.ts'
import { askChain, stack } from '../browser/support/stack.ts'
import { VISITOR } from '../browser/support/visit.ts'
import { type ForeignShop, openForeignShop } from '../support/foreignClient/foreignShop.ts'
import type { ForeignVisit } from '../support/foreignClient/foreignVisit.ts'

/** The first run installs the client. */
const INSTALL_PATIENCE_MS = 300_000

const CHAIN = 'eip155:31337'
/** Account 1 of the development mnemonic, whose transactions anvil signs. */
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const GIFT = { hex: '0x1314fb3706298000', shown: '1.375 ETH' }

let shop: ForeignShop

beforeAll(async () => {
  shop = await openForeignShop(stack.urls)
}, INSTALL_PATIENCE_MS)

afterAll(() => shop?.close())

const visiting = (run: (visitor: ForeignVisit) => Promise<void>) => () =>
  shop.visit({ projectId: LOCAL_PROJECT_ID }, run)

const services = async (path: string, query: Readonly<Record<string, string>>) => {
  const response = await fetch(`${stack.urls.services}${path}?${new URLSearchParams(query)}`)
  return response.json()
}

interface Listed {
  readonly id: string
  readonly name: string
  readonly image_id: string
}

const registered = async (query: Readonly<Record<string, string>>): Promise<readonly Listed[]> =>
  (await services('/getWallets', { page: '1', entries: '100', chains: CHAIN, ...query })).data

const answers = (call: string) =>
  shop.front.answered.filter((answer) => answer.call === call).map(({ status }) => status)

test(
  'a third-party client lists the wallets of our registry with their images, and finds them by name',
  visiting(async (visitor) => {
    const wallets = await registered({ entries: '9' })
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').waitFor()
    const [first] = wallets
    await visitor.page.getByText(String(first?.name), { exact: true }).waitFor()

    await visitor.page.getByTestId('all-wallets').click()
    for (const { name, image_id } of wallets) {
      await visitor.page.getByText(name, { exact: true }).waitFor()
      expect({ name, isDrawn: (await visitor.pictureWidth(name)) > 0 }).toEqual({ name, isDrawn: true })
      expect(answers(`GET api.web3modal.org/getWalletImage/${image_id}`)).toContain(200)
    }

    const found = await registered({ search: 'rain' })
    expect(found.length).toBeGreaterThan(0)
    await visitor.page.getByRole('searchbox').fill('rain')
    for (const { id, name } of found) {
      await visitor.page.getByTestId(`wallet-search-item-${id}`).getByText(name, { exact: true }).waitFor()
    }
    expect(await visitor.page.getByTestId(/^wallet-search-item-/).count()).toBe(found.length)
  }),
)

test(
  'a third-party client pairs with a phone through our relay, and shows the balance and the activity',
  visiting(async (visitor) => {
    const { anvil } = stack.urls
    const hash = await askChain(anvil, 'eth_sendTransaction', [{ from: FRIEND, to: VISITOR, value: GIFT.hex }])
    const history = () => services(`/v1/account/${VISITOR}/history`, { chainId: CHAIN, projectId: LOCAL_PROJECT_ID })
    await until(async () => JSON.stringify(await history()).includes(String(hash)))
    const phone = await openPhone(visitor)
    try {
      await phone.behave({ answer: 'approve' })
      await visitor.open()
      await visitor.page.getByTestId('wallet-selector-walletconnect').click()
      await visitor.page.locator('wui-qr-code').waitFor()
      await visitor.page.getByTestId('copy-wc2-uri').click()
      await phone.pair(await visitor.page.evaluate(() => navigator.clipboard.readText()))
      await visitor.page.getByTestId('w3m-modal-card').waitFor({ state: 'hidden' })
      await phone.hasSessions(1)
      expect(answers('GET relay.walletconnect.org/')).toContain(101)

      await visitor.open()
      const wei = BigInt(String(await askChain(anvil, 'eth_getBalance', [VISITOR, 'latest'])))
      expect(await visitor.amountOf('ETH')).toBeCloseTo(Number(wei) / 1e18, 2)

      await visitor.page.getByTestId('w3m-account-default-send-button').click()
      await visitor.page.getByText('Select token', { exact: true }).click()
      const data = `0x70a08231${VISITOR.slice(2).padStart(64, '0')}`
      const owned = await askChain(anvil, 'eth_call', [{ to: LOCAL_POOLS.dollar, data }, 'latest'])
      expect(await visitor.amountOf('USDC')).toBeCloseTo(Number(BigInt(String(owned))) / 1e6, 3)
      await visitor.back()
      await visitor.back()

      await visitor.page.getByTestId('w3m-account-default-activity-button').click()
      await visitor.page.getByText('received', { exact: true }).first().waitFor()
      await visitor.page.getByText(GIFT.shown).first().waitFor()
      await visitor.back()

      await visitor.page.getByTestId('disconnect-button').click()
      await phone.hasSessions(0)
      expect(visitor.askedHosts).toEqual(expect.arrayContaining([...shop.front.hosts]))
    } finally {
      await phone.end()
    }
  }),
)
