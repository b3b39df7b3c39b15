import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import type { BrowserContext, Locator } from 'playwright-core'
import { verifyMessage } from 'viem'
import { createBitcoinAddresses } from '../../../host/playground/wallet/bitcoin/createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from '../../../host/playground/wallet/bitcoin/developmentKeys.ts'
import { isValidBip322 } from '../../../host/playground/wallet/testing/verifyBitcoinMessage.ts'
import type { BitcoinProvider } from '../../../host/src/chains/bip122/provider.ts'
import type { SolanaProvider } from '../../../host/src/chains/solana/provider.ts'
import { CONFIG_URL } from './features.ts'
import type { Visit } from './visit.ts'

/** A shop on three chains, and a visitor with six ways to connect. */
export const everything = {
  families: 'eip155,solana,bip122',
  wallet: 'ok',
  other: 'ok',
  multi: 'ok',
  solana: 'ok',
  xverse: 'ok',
} as const

/** The services' project configuration, with several wallets per family switched on. */
export const withMultiWallet = (context: BrowserContext) =>
  context.route(CONFIG_URL, async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as { features: { id: string }[] }
    const features = config.features.map((feature) =>
      feature.id === 'multi_wallet' ? { ...feature, isEnabled: true } : feature,
    )
    await route.fulfill({ response, json: { ...config, features } })
  })

const FAMILY_TABS = { eip155: 'tab-evm', solana: 'tab-solana', bip122: 'tab-bitcoin' } as const
export type Family = keyof typeof FAMILY_TABS

export const wallets = (visitor: Visit): Locator => visitor.view('ProfileWallets')
export const active = (visitor: Visit): Locator => wallets(visitor).getByTestId('wui-active-profile-wallet-item')
/** The wallet of this name in the list. */
export const walletNamed = (visitor: Visit, name: string): Locator =>
  wallets(visitor).getByRole('listitem').filter({ hasText: name })

/** Opens the list of wallets on a family's tab. */
export async function openWallets(visitor: Visit, family: Family): Promise<void> {
  if (!(await wallets(visitor).isVisible())) {
    await visitor.onPage((modal) => modal.open({ view: 'ProfileWallets' }))
    await wallets(visitor).waitFor()
  }
  await visitor.page.getByTestId(FAMILY_TABS[family]).click()
}

/** The connector ids of a family's connections on the page; the active connection comes first. */
export const connections = (visitor: Visit, family: Family): Promise<string[]> =>
  visitor.onPage(
    (modal, namespace) => (modal.getConnections(namespace) ?? []).map(({ connectorId }) => connectorId),
    family,
  )

/** Waits until the list shows this number of connected wallets of a family. */
export const counts = (visitor: Visit, count: number): Promise<void> =>
  wallets(visitor)
    .getByTestId('balance-amount')
    .filter({ hasText: new RegExp(`^${count} `) })
    .waitFor()

const MESSAGE = 'Grüße aus dem Laden'

/** Verifies ed25519 without our code. */
function isSignedBy(address: string, signature: readonly number[]): boolean {
  const x = Buffer.from(decodeBase58(address) ?? []).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(MESSAGE), key, Buffer.from(signature))
}

const VERIFY: Readonly<Record<Family, (visitor: Visit, address: string) => Promise<boolean>>> = {
  async eip155(visitor, address) {
    const signature = await visitor.onPage(
      (modal, [message, account]) => {
        const provider = modal.getProvider('eip155') as {
          request(request: { method: string; params: readonly unknown[] }): Promise<`0x${string}`>
        }
        const hex = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
        return provider.request({ method: 'personal_sign', params: [`0x${hex}`, account] })
      },
      [MESSAGE, address] as const,
    )
    return verifyMessage({ address: address as `0x${string}`, message: MESSAGE, signature })
  },
  async solana(visitor, address) {
    const signature = await visitor.onPage(async (modal, message) => {
      const provider = modal.getProvider('solana') as SolanaProvider
      return [...(await provider.signMessage(new TextEncoder().encode(message)))]
    }, MESSAGE)
    return isSignedBy(address, signature)
  },
  async bip122(visitor, address) {
    const signature = await visitor.onPage(
      (modal, [message, account]) =>
        (modal.getProvider('bip122') as BitcoinProvider).signMessage({ message, address: account, protocol: 'bip322' }),
      [MESSAGE, address] as const,
    )
    const owned = BITCOIN_DEVELOPMENT_KEYS.flatMap((keys, index) => {
      const own = createBitcoinAddresses(keys, index, 'regtest')
      return [own.payment, own.ordinals]
    }).find((own) => own.address === address)
    return owned !== undefined && isValidBip322(MESSAGE, signature, Buffer.from(owned.script).toString('hex'))
  },
}

/**
 * The active wallet of a family signs with the account that the page shows; the signature is verified independently.
 */
export async function signsWith(visitor: Visit, family: Family): Promise<string> {
  const address = await visitor.onPage((modal, namespace) => modal.getAddress(namespace), family)
  if (!address) throw new Error(`no wallet is connected on ${family}`)
  if (!(await VERIFY[family](visitor, address))) throw new Error(`${address} has not signed`)
  return address
}
