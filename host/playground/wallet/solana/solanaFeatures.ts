import { ed25519 } from '@noble/curves/ed25519'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { WalletAccount } from '@wallet-standard/base'
import { ProviderError, unauthorized } from '../providerError.ts'
import type { WalletCore } from '../walletCore.ts'
import { SOLANA_CHAINS, type SolanaAccount } from './createSolanaAccounts.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signTransaction } from './signTransaction.ts'

interface Signing {
  readonly core: WalletCore
  /** The account that the site may see. */
  active(): SolanaAccount
  /** One node for all chains, because there is only the local one. */
  readonly rpcUrl?: string
}

const versions = ['legacy', 0] as const

/** @throws ProviderError 4901 for an unknown chain */
function assertChain(chain: string | undefined) {
  const known: readonly string[] = SOLANA_CHAINS
  if (chain !== undefined && !known.includes(chain))
    throw new ProviderError(4901, `The wallet has no connection to the chain ${chain}.`)
}

/** The signing features of the Wallet Standard's Solana extension. */
export function solanaFeatures({
  core,
  active,
  rpcUrl,
}: Signing): SolanaSignMessageFeature & SolanaSignTransactionFeature & SolanaSignAndSendTransactionFeature {
  /** @throws ProviderError 4100 unless the site may use that account */
  function seedOf(account: WalletAccount): Uint8Array {
    core.assertAdmitted()
    const { seed, shown } = active()
    if (account.address !== shown.address) throw unauthorized()
    return seed
  }

  return {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs) =>
        core.answer('solana:signMessage', inputs, async (ask) => {
          const seeds = inputs.map(({ account }) => seedOf(account))
          await ask()
          return inputs.map(({ message }, i) => ({
            signedMessage: message,
            signature: ed25519.sign(message, seeds[i] ?? new Uint8Array()),
            signatureType: 'ed25519',
          }))
        }),
    },

    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signTransaction: (...inputs) =>
        core.answer('solana:signTransaction', inputs, async (ask) => {
          const signed = inputs.map(({ account, chain, transaction }) => {
            assertChain(chain)
            return { signedTransaction: signTransaction(transaction, seedOf(account)) }
          })
          await ask()
          return signed
        }),
    },

    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signAndSendTransaction: (...inputs) =>
        core.answer('solana:signAndSendTransaction', inputs, async (ask) => {
          const signed = inputs.map(({ account, chain, transaction, options }) => {
            assertChain(chain)
            return { transaction: signTransaction(transaction, seedOf(account)), options }
          })
          await ask()
          const sent: { signature: Uint8Array }[] = []
          // Sequentially, because a later transaction can spend the proceeds of an earlier one.
          for (const { transaction, options } of signed) {
            sent.push({ signature: await sendTransaction(rpcUrl, transaction, options) })
          }
          return sent
        }),
    },
  }
}
