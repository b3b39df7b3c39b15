import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { type CoreControls, coreControls } from '../coreControls.ts'
import { createPresence } from '../createPresence.ts'
import { ANY_EVM_ADDRESS, appearance } from '../hostility.ts'
import { type CoreSetup, WalletCore } from '../walletCore.ts'
import { registerWallet } from '../walletStandard/registerWallet.ts'
import { connectFeature, disconnectFeature, eventsFeature } from '../walletStandard/standardFeatures.ts'
import { createSolanaAccounts, SOLANA_CHAINS } from './createSolanaAccounts.ts'
import { SOLANA_DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { solanaFeatures } from './solanaFeatures.ts'

export interface SolanaSetup extends CoreSetup {
  readonly name: string
  /** The node that the wallet submits transactions to. */
  readonly rpcUrl?: string
  /** The page's window. */
  readonly page: EventTarget
}

const NOBODY: readonly WalletAccount[] = Object.freeze([])

/** A Solana wallet of the Wallet Standard, with real keys and configurable behavior. */
export function createSolanaWallet({ name, rpcUrl, page, ...setup }: SolanaSetup): {
  wallet: Wallet
  controls: CoreControls
} {
  const core = new WalletCore(setup)
  const accounts = createSolanaAccounts(SOLANA_DEVELOPMENT_KEYS)

  function active() {
    const account = accounts[core.memory.accountIndex]
    if (!account) throw new Error(`The wallet has no account ${core.memory.accountIndex}.`)
    return account
  }

  function exposed(): readonly WalletAccount[] {
    if (!core.memory.isExposed) return NOBODY
    const { shown } = active()
    return core.behaviour.hostility.garbage === 'foreign' ? [{ ...shown, address: ANY_EVM_ADDRESS }] : [shown]
  }

  let shownAccounts = exposed()
  core.watchSite(() => {
    shownAccounts = exposed()
  })

  const wallet: Wallet = {
    version: '1.0.0',
    ...appearance(name, core.behaviour.hostility),
    chains: SOLANA_CHAINS,
    get accounts() {
      return shownAccounts
    },
    features: {
      ...connectFeature(core, () => shownAccounts),
      ...disconnectFeature(core),
      ...eventsFeature(core, () => shownAccounts),
      ...solanaFeatures({ core, active, rpcUrl }),
    },
  }

  const presence = createPresence(core.behaviour, () => registerWallet(wallet, page))
  return { wallet, controls: coreControls(core, () => accounts.map(({ shown }) => shown.address), presence) }
}
