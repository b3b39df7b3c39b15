import type { ConnectionAccount } from '@portico/contracts'
import { isSolanaAddress } from '@portico/contracts/chains/solana/address'
import { safely } from '../announced.ts'
import { bytesOf, readerLike, serialize, signatureOf, signatureText } from './bytes.ts'
import { type SolanaWallet, unusable } from './solanaWallet.ts'

/** The part of Wallet Standard that we use. Registered wallets are untrusted, so everything is `unknown`. */
export interface Registered {
  readonly name?: unknown
  readonly icon?: unknown
  readonly chains?: unknown
  readonly accounts?: unknown
  readonly features?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/** An account, as it was when read. */
interface StandardAccount {
  readonly address: string
  /** The wallet's own account object, which it needs back for signing. */
  readonly own: unknown
}

const SEND = 'solana:signAndSendTransaction'
const SIGN = 'solana:signTransaction'

/** More accounts or chains than any real wallet has. Limits the work. */
const LIST_MAX = 1_000

/** The valid entries of a list. Each is read separately, and an entry that throws is dropped. */
function listOf<T>(look: () => unknown, read: (entry: unknown) => T | undefined): readonly T[] {
  const list = safely(look)
  const entryAt = (index: number) => safely(() => read((list as readonly unknown[])[index]))
  const length = safely(() => (Array.isArray(list) ? Math.min(list.length, LIST_MAX) : 0)) ?? 0
  return Array.from({ length }, (_, index) => entryAt(index)).filter((entry) => entry !== undefined)
}

const readChain = (chain: unknown) => (typeof chain === 'string' && /^solana:./.test(chain) ? chain : undefined)

const chainsOf = (owner: { readonly chains?: unknown }) => listOf(() => owner.chains, readChain)

/** Undefined for an account of another family, which a wallet of several families has too. */
function readAccount(own: unknown): StandardAccount | undefined {
  const { address, chains } = own as { address?: unknown; chains?: unknown }
  return isSolanaAddress(address) && chainsOf({ chains }).length > 0 ? { address, own } : undefined
}

/** A feature's method; undefined if the wallet does not have it. */
function methodOf(wallet: Registered, feature: string, name = feature.slice(feature.indexOf(':') + 1)) {
  return safely(() => {
    const owner = wallet.features?.[feature]
    const method = owner?.[name]
    return typeof method === 'function'
      ? (...inputs: readonly unknown[]): unknown => method.apply(owner, inputs)
      : undefined
  })
}

/** chains.md §2.3: a wallet that connects, reports changes and signs transactions. */
export const isSolanaWallet = (wallet: Registered): boolean =>
  methodOf(wallet, 'standard:connect') !== undefined &&
  methodOf(wallet, 'standard:events', 'on') !== undefined &&
  (methodOf(wallet, SIGN) ?? methodOf(wallet, SEND)) !== undefined &&
  chainsOf(wallet).length > 0

/** A registered wallet as a `SolanaWallet`. */
export function standardWallet(wallet: Registered): SolanaWallet {
  /** The wallet's own account objects, which signing needs; from `connect` if the wallet does not update `accounts`. */
  let granted: readonly StandardAccount[] = []
  const current = () => {
    const own = listOf(() => wallet.accounts, readAccount)
    return own.length ? own : granted
  }
  const addressesOf = (accounts: readonly StandardAccount[]): ConnectionAccount[] =>
    accounts.map(({ address }) => ({ address }))

  function accountOf(address: string): unknown {
    const account = [...current(), ...granted].find((one) => one.address === address)
    if (!account) throw unusable('the wallet does not have this account any more')
    return account.own
  }

  async function ask(feature: string, inputs: readonly unknown[]): Promise<readonly unknown[]> {
    const method = methodOf(wallet, feature)
    if (!method) throw unusable(`the wallet does not have ${feature}`)
    const answer = await method(...inputs)
    if (!Array.isArray(answer) || answer.length !== inputs.length) throw unusable('the wallet gave another answer')
    return answer
  }

  return {
    chains: () => chainsOf(wallet),
    accounts: () => addressesOf(current()),
    async connect(isSilent) {
      const answer = await methodOf(wallet, 'standard:connect')?.(isSilent ? { silent: true } : undefined)
      granted = listOf(() => (answer as Registered | undefined)?.accounts, readAccount)
      return addressesOf(granted.length ? granted : current())
    },
    async disconnect() {
      granted = []
      await methodOf(wallet, 'standard:disconnect')?.()
    },
    onAccounts(listener) {
      const onChange = (change: unknown) => {
        const accounts = safely(() => (change as Registered | undefined)?.accounts)
        if (!Array.isArray(accounts)) return // not the accounts, but something else has changed
        granted = listOf(() => accounts, readAccount)
        listener(addressesOf(granted))
      }
      const stop = methodOf(wallet, 'standard:events', 'on')?.('change', onChange)
      return () => void (typeof stop === 'function' && stop())
    },
    async signMessage(address, message) {
      const [output] = await ask('solana:signMessage', [{ account: accountOf(address), message }])
      return signatureOf((output as { signature?: unknown } | null)?.signature)
    },
    async sign(address, transactions, chain) {
      const account = accountOf(address)
      const readers = transactions.map(readerLike)
      const inputs = transactions.map((transaction) => ({ account, chain, transaction: serialize(transaction) }))
      const outputs = await ask(SIGN, inputs)
      return readers.map((read, index) => {
        const signed = bytesOf((outputs[index] as { signedTransaction?: unknown } | null)?.signedTransaction)
        if (!signed?.length) throw unusable('the wallet gave no signed transaction')
        return read(signed)
      })
    },
    get send(): SolanaWallet['send'] {
      if (!methodOf(wallet, SEND)) return undefined
      return async (address, transaction, chain, options) => {
        const input = { account: accountOf(address), chain, transaction: serialize(transaction), options }
        const [output] = await ask(SEND, [input])
        return signatureText((output as { signature?: unknown } | null)?.signature)
      }
    },
  }
}
