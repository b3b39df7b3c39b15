import type { CaipNetworkId } from '../src/caip.ts'
import type { Descriptor } from './evm/descriptors/readDescriptor.ts'

export interface TokenFacts {
  readonly standard: 'fungible' | 'nft'
  readonly symbol?: string
  /** Only fungible tokens have them. */
  readonly decimals?: number
  /** What the issuer can do with the token in every account (Token-2022). */
  readonly issuerPowers?: readonly ('permanentDelegate' | 'transferHook')[]
}

/** Exchanges that execute signed orders, each in its own format. */
export type ExchangeRole = 'seaport' | 'blur' | 'cow' | 'oneInch' | 'zeroEx' | 'uniswapX'

/**
 * A contract's proven role: `router` swaps as its calls are named, `wrappedNative` is the wrapped coin (WETH9),
 * `nameRegistrar` registers names under `.eth`.
 */
export type ContractRole = 'router' | 'wrappedNative' | 'nameRegistrar' | ExchangeRole

/**
 * What is known about a request's surroundings. None of it comes from the requesting site. Keys are addresses; `0x`
 * ones are in lower case.
 */
export interface PreviewContext {
  /** Where the request will be executed. */
  readonly caipNetworkId: CaipNetworkId
  /** The signer. */
  readonly account: string
  readonly native: { readonly symbol: string; readonly decimals: number }
  readonly tokens?: Readonly<Record<string, TokenFacts>>
  /** Names of contracts and programs, from a list that the site cannot write. */
  readonly names?: Readonly<Record<string, string>>
  /** Roles of these contracts, from the same list. A contract without one contributes only its name. */
  readonly roles?: Readonly<Record<string, ContractRole>>
  /** Well-known tokens by symbol, with their genuine contracts. Another contract that uses the symbol is a warning. */
  readonly genuine?: Readonly<Record<string, readonly string[]>>
  /** Addresses that have no contract code according to the network, so they belong to key holders. */
  readonly withoutCode?: readonly string[]
  /** How contracts' makers describe their calls and typed data, from a list that no page can write. */
  readonly descriptors?: readonly Descriptor[]
  /** The requesting origin as the browser reports it; a sign-in for another site is a warning. */
  readonly origin?: string
  /** Addresses the visitor knows, including their own. An address that only looks like one of them is a warning. */
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

/** The chain id of an EVM network; undefined elsewhere. */
export function chainIdOf({ caipNetworkId }: PreviewContext): bigint | undefined {
  const reference = /^eip155:(\d{1,78})$/.exec(caipNetworkId)?.[1]
  return reference === undefined ? undefined : BigInt(reference)
}
