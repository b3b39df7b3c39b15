import type { ChainNamespace } from '@portico/contracts'
import type { Locator } from 'playwright-core'
import type { BitcoinWalletName } from '../../../host/playground/bitcoinWallets.ts'
import { isSignedBy, sign } from './pairedSignatures.ts'
import type { Visit } from './visit.ts'
import { inBitcoinWallet, inSolanaWallet, WALLET_NAMES } from './wallets.ts'

/** Families with wallets in the browser. */
export type Family = Extract<ChainNamespace, 'eip155' | 'solana' | 'bip122'>

/** Connector of each Bitcoin wallet: its name, or its id in the specification. */
const BITCOIN_IDS: Readonly<Record<BitcoinWalletName, string>> = {
  bitcoin: WALLET_NAMES.bitcoin,
  xverse: WALLET_NAMES.xverse,
  leather: WALLET_NAMES.leather,
  okx: 'OKX',
  unisat: 'unisat',
  bitget: 'bitget',
  binance: 'binancew3w',
}

/** The row of a family's development wallet in the list. */
export function walletRow(visitor: Visit, family: Family, bitcoin: BitcoinWalletName = 'xverse'): Locator {
  const ids = { eip155: 'dev.portico.wallet', solana: WALLET_NAMES.solana, bip122: BITCOIN_IDS[bitcoin] }
  return visitor.page.getByTestId(`wallet-selector-${ids[family].toLowerCase()}`)
}

/** Switches a family's development wallet to a behavior of `?wallet=`. */
export async function behaves(
  visitor: Visit,
  family: Family,
  behaviour: string,
  bitcoin: BitcoinWalletName = 'xverse',
): Promise<void> {
  if (family === 'eip155') await visitor.inWallet((wallet, text) => wallet.setBehaviour(text), behaviour)
  else if (family === 'solana') await inSolanaWallet(visitor, (wallet, text) => wallet.setBehaviour(text), behaviour)
  else await inBitcoinWallet(visitor, bitcoin, (wallet, text) => wallet.setBehaviour(text), behaviour)
}

/** Connects a family's wallet from a page with a closed window, and waits until the window has closed again. */
export async function connectTo(visitor: Visit, family: Family, bitcoin?: BitcoinWalletName): Promise<void> {
  await visitor.onPage((modal) => modal.open({ view: 'Connect' }))
  await walletRow(visitor, family, bitcoin).click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

const MESSAGE = 'Grüße, now that it works'

/**
 * Checks recovery after a failure: nothing is pending, and a wallet that works again connects (unless it still is
 * connected) and makes a verifiable signature.
 */
export async function succeedsNow(visitor: Visit, family: Family, bitcoin?: BitcoinWalletName): Promise<void> {
  await behaves(visitor, family, 'ok', bitcoin)
  const isConnected = await visitor.onPage((modal, of) => modal.getAccount(of)?.isConnected, family)
  if (!isConnected) {
    await visitor.onPage((modal) => modal.close())
    await visitor.dialog.waitFor({ state: 'detached' })
    await connectTo(visitor, family, bitcoin)
  }
  await visitor.reads('status', 'connected')
  const caipAddress = await visitor.onPage((modal, of) => modal.getAccount(of)?.caipAddress ?? '', family)
  if (!(await isSignedBy(caipAddress, MESSAGE, await sign(visitor, family, MESSAGE)))) {
    throw new Error(`${caipAddress} has not signed`)
  }
  if (await visitor.onPage((modal) => modal.getState().loading)) throw new Error('something still waits')
}
