import { SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { active, openWallets, walletNamed, wallets, withMultiWallet } from '../browser/support/multiWallet.ts'
import {
  connectAndBeAsked,
  isAsked,
  isLetIn,
  signButton,
  signedIn,
  signIn,
  signInShop,
} from '../browser/support/signIn.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import { WALLET_NAMES } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const FIRST = 'eip155:31337'
const SECOND = 'eip155:31338'
const DEV = 'Portico Dev Wallet'

const goTo = (visitor: Visit, id: number) =>
  visitor.onPage((modal, wanted) => modal.switchNetwork(wanted), id as 31337 | 31338)

test(
  'several wallets: a wallet that is switched to is asked again on a network where it has not signed',
  visiting(
    { ...signInShop({}, { other: 'ok', families: 'eip155,solana' }), prepare: withMultiWallet },
    async (visitor) => {
      await visitor.inWallet((wallet) => wallet.setAccount(2), undefined, 'otherWallet')
      await connectAndBeAsked(visitor)
      await signIn(visitor)
      await openWallets(visitor, 'eip155')
      await visitor.page.getByTestId('add-connection-button').click()
      await visitor.otherWallet.click()
      await isAsked(visitor)
      await signButton(visitor).click()
      await wallets(visitor).waitFor()
      const other = await visitor.onPage((modal) => modal.getAddress() ?? '')
      expect(await signedIn(visitor)).toEqual([`${FIRST}:${VISITOR}`, `${FIRST}:${other}`])

      await walletNamed(visitor, DEV).getByTestId('wui-inactive-profile-wallet-item-button').click()
      await active(visitor).filter({ hasText: DEV }).waitFor()
      expect(await isLetIn(visitor)).toBe(true)
      await visitor.close()
      await goTo(visitor, 31338)
      await isAsked(visitor)
      await signIn(visitor)
      await visitor.reads('caip-address', `${SECOND}:${VISITOR}`)
      expect(await signedIn(visitor)).toEqual([`${FIRST}:${VISITOR}`, `${FIRST}:${other}`, `${SECOND}:${VISITOR}`])
      expect(visitor.problems).toEqual([])
    },
  ),
)

test(
  'siweConfig and Solana: each switch of the EVM network asks; switching to Solana does not, and Solana is shown',
  visiting({ query: { fixture: 'siwxLegacy', siwe: {}, families: 'eip155,solana', solana: 'ok' } }, async (visitor) => {
    const session = () => visitor.page.evaluate(() => JSON.parse(localStorage.getItem('shop-session') ?? 'null'))
    await connectAndBeAsked(visitor)
    await signIn(visitor)
    await goTo(visitor, 31338)
    await isAsked(visitor)
    await signIn(visitor)
    expect(await session()).toEqual({ address: VISITOR, chainId: 31338 })

    await visitor.onPage((modal, id) => modal.switchNetwork(id), SOLANA_CAIP_ID)
    await visitor.onPage(
      (modal, connectorId) => modal.connect({ connectorId, namespace: 'solana' }),
      WALLET_NAMES.solana,
    )
    await visitor.page.waitForFunction((id) => window.portico?.getCaipNetworkId() === id, SOLANA_CAIP_ID)
    await visitor.openAccount()
    await visitor.page.getByRole('button', { name: /^Choose network, currently .*Solana/ }).waitFor()
    await visitor.close()

    await goTo(visitor, 31337)
    await isAsked(visitor)
    await signIn(visitor)
    await visitor.reads('caip-address', `${FIRST}:${VISITOR}`)
    expect(await session()).toEqual({ address: VISITOR, chainId: 31337 })
    expect(await visitor.page.evaluate(() => (window as { shopLog?: string[] }).shopLog)).toEqual([
      'signed in',
      'signed in',
      'signed in',
    ])
    expect(visitor.problems).toEqual([])
  }),
)
