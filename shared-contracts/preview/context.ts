import type { CaipNetworkId } from '../src/caip.ts'
import type { Descriptor } from './evm/descriptors/readDescriptor.ts'

export interface TokenFacts {
  readonly standard: 'fungible' | 'nft'
  readonly symbol?: string
  /** Of a fungible one. */
  readonly decimals?: number
  /** What its issuer can do with it in every account (Token-2022). */
  readonly issuerPowers?: readonly ('permanentDelegate' | 'transferHook')[]
}

/** Exchanges that carry out signed orders, each in a format of its own. */
export type ExchangeRole = 'seaport' | 'blur' | 'cow' | 'oneInch' | 'zeroEx' | 'uniswapX'

/**
 * What a contract is certainly good for: `router` swaps as its calls are named, `wrappedNative` is the wrapped coin (WETH9),
 * `nameRegistrar` registers names under `.eth`.
 */
export type ContractRole = 'router' | 'wrappedNative' | 'nameRegistrar' | ExchangeRole

/**
 * What is known around a request. Nothing here comes from the site that asks. Keys are addresses; those of `0x` are in lower
 * case.
 */
export interface PreviewContext {
  /** Where the request will be carried out. */
  readonly caipNetworkId: CaipNetworkId
  /** Who signs. */
  readonly account: string
  readonly native: { readonly symbol: string; readonly decimals: number }
  readonly tokens?: Readonly<Record<string, TokenFacts>>
  /** Names of contracts and programs, from a list that the site cannot write. */
  readonly names?: Readonly<Record<string, string>>
  /** What of these are for, from the same list. Of any other contract a call says no more than its name. */
  readonly roles?: Readonly<Record<string, ContractRole>>
  /**
   * The tokens that everybody knows, by symbol: the contracts that are certainly these. Another one that calls itself so is a
   * warning.
   */
  readonly genuine?: Readonly<Record<string, readonly string[]>>
  /** Those of which the network has said that no contract is there: whoever they are, they hold a key. */
  readonly withoutCode?: readonly string[]
  /** What calls of contracts and data signed for them say in the words of who made them, from a list that no page can write. */
  readonly descriptors?: readonly Descriptor[]
  /** Who asks, as the browser says: a sign-in for another site is a warning. */
  readonly origin?: string
  /** Addresses that the visitor knows, their own among them: one that only looks like one of them is a warning. */
  readonly familiar?: readonly string[]
  /** Contents of Solana's address lookup tables, read from the network. */
  readonly lookupTables?: Readonly<Record<string, readonly string[]>>
}

const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

export const tokenFacts = (context: PreviewContext, address: string) => own(context.tokens, address)
export const nameOf = (context: PreviewContext, address: string) => own(context.names, address)
export const roleOf = (context: PreviewContext, address: string) => own(context.roles, address)
export const lookupTable = (context: PreviewContext, address: string) => own(context.lookupTables, address)

/** Of an EVM network; undefined elsewhere. */
export function chainIdOf({ caipNetworkId }: PreviewContext): bigint | undefined {
  const reference = /^eip155:(\d{1,78})$/.exec(caipNetworkId)?.[1]
  return reference === undefined ? undefined : BigInt(reference)
}
