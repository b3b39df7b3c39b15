import { ModalError } from '@portico/contracts'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { bytesOf, serialize } from '../../chains/solana/bytes.ts'
import type { SolanaProvider } from '../../chains/solana/provider.ts'
import type { SendOptions, SolanaTransaction } from '../../chains/solana/solanaWallet.ts'
import type { Look } from './evmMethods.ts'
import type { Method } from './withMethods.ts'

/** Undefined if the transaction cannot be serialized: then the preview cannot say what would be signed. */
function written(transaction: SolanaTransaction): Uint8Array | undefined {
  try {
    return serialize(transaction)
  } catch {
    return undefined
  }
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined) =>
  one?.length === other?.length && (one ?? []).every((byte, at) => byte === other?.[at])

/** @throws ModalError `transaction.unexpected` if the site has changed the transaction since it was shown */
function unchanged<T extends SolanaTransaction>(transaction: T, shown: Uint8Array | undefined): T {
  if (ArrayBuffer.isView(transaction) && shown) return shown as unknown as T
  if (isSame(written(transaction), shown)) return transaction
  throw new ModalError('transaction.unexpected', { details: { difference: 'it changed while it was shown' } })
}

const textOf = (bytes: Uint8Array | undefined) => (bytes ? encodeBase58(bytes) : null)

/** Methods of a Solana provider. The wallet gets bytes as they were shown, and an object only if it is unchanged. */
export function solanaMethods(provider: object, look: Look): Readonly<Record<string, Method>> {
  const of = provider as SolanaProvider
  return {
    async signMessage(message: Uint8Array) {
      const shown = bytesOf(message)
      await look({ method: 'solana_signMessage', params: { message: textOf(shown) } })
      return of.signMessage(shown ?? message)
    },
    async signTransaction(transaction: SolanaTransaction) {
      const shown = written(transaction)
      await look({ method: 'solana_signTransaction', params: { transaction: textOf(shown) } })
      return of.signTransaction(unchanged(transaction, shown))
    },
    async signAllTransactions(transactions: readonly SolanaTransaction[]) {
      const all = [...transactions]
      const shown = all.map(written)
      await look({ method: 'solana_signAllTransactions', params: { transactions: shown.map(textOf) } })
      return of.signAllTransactions(all.map((one, index) => unchanged(one, shown[index])))
    },
    async signAndSendTransaction(transaction: SolanaTransaction, options?: SendOptions) {
      const shown = written(transaction)
      await look({ method: 'solana_signAndSendTransaction', params: { transaction: textOf(shown) } })
      return of.signAndSendTransaction(unchanged(transaction, shown), options)
    },
  }
}
