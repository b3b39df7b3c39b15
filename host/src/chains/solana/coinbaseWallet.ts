import type { ConnectionAccount } from '@portico/contracts'
import { isSolanaAddress } from '@portico/contracts/chains/solana/address'
import { safely } from '../announced.ts'
import { signatureOf, signatureText } from './bytes.ts'
import { type SolanaTransaction, type SolanaWallet, unusable } from './solanaWallet.ts'

/** `window.coinbaseSolana`, from older Coinbase extensions that do not support Wallet Standard. */
export interface CoinbaseSolana {
  readonly publicKey?: { toString(): string } | null
  connect(): Promise<unknown>
  disconnect?(): Promise<unknown>
  signMessage(message: Uint8Array): Promise<{ signature?: unknown } | undefined>
  signAllTransactions(transactions: readonly object[]): Promise<unknown>
  signAndSendTransaction(transaction: object, options?: object): Promise<{ signature?: unknown } | undefined>
  on?(event: string, listener: () => void): unknown
  removeListener?(event: string, listener: () => void): unknown
}

/** chains.md §2.3. */
const CHAINS = ['solana:mainnet']

/** The extension accepts only objects of the Solana library. */
function objectOf<T extends SolanaTransaction>(transaction: T): T & object {
  if (ArrayBuffer.isView(transaction)) throw unusable('Coinbase Wallet takes no bytes, only transaction objects')
  return transaction
}

export const findCoinbase = (): CoinbaseSolana | undefined =>
  safely(() => {
    const { coinbaseSolana } = globalThis as { coinbaseSolana?: CoinbaseSolana }
    return typeof coinbaseSolana?.connect === 'function' ? coinbaseSolana : undefined
  })

export function coinbaseWallet(coinbase: CoinbaseSolana): SolanaWallet {
  function accounts(): readonly ConnectionAccount[] {
    const address = safely(() => coinbase.publicKey?.toString())
    return isSolanaAddress(address) ? [{ address }] : []
  }
  function assertActive(address: string): void {
    if (accounts()[0]?.address !== address) throw unusable('the wallet does not have this account any more')
  }

  return {
    chains: () => CHAINS,
    accounts,
    async connect(isSilent) {
      // The extension cannot be asked silently, but an account that it exposes needs no prompt.
      if (!isSilent) await coinbase.connect()
      return accounts()
    },
    disconnect: async () => void (await coinbase.disconnect?.()),
    onAccounts(listener) {
      const listeners = { accountChanged: () => listener(accounts()), disconnect: () => listener([], true) }
      for (const [event, hear] of Object.entries(listeners)) safely(() => coinbase.on?.(event, hear))
      return () => {
        for (const [event, hear] of Object.entries(listeners)) safely(() => coinbase.removeListener?.(event, hear))
      }
    },
    async signMessage(address, message) {
      assertActive(address)
      return signatureOf((await coinbase.signMessage(message))?.signature)
    },
    async sign<T extends SolanaTransaction>(address: string, transactions: readonly T[]) {
      assertActive(address)
      const signed = await coinbase.signAllTransactions(transactions.map(objectOf))
      if (!Array.isArray(signed) || signed.length !== transactions.length || signed.some((one) => !one?.serialize)) {
        throw unusable('the wallet gave another answer')
      }
      return signed as readonly T[]
    },
    async send(address, transaction, _chain, options) {
      assertActive(address)
      return signatureText((await coinbase.signAndSendTransaction(objectOf(transaction), options))?.signature)
    },
  }
}
