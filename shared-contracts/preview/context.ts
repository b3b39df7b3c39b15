import type { CaipNetworkId } from '../src/caip.ts'
import type { Descriptor } from './evm/descriptors/readDescriptor.ts'

export interface TokenFacts {
  readonly standard: 'fungible' | 'nft'
  readonly symbol?: string
  /** Only fungible tokens have decimals. */
  readonly decimals?: number
  /** What the issuer can do with the token in every account (Token-2022). */
  readonly issuerPowers?: readonly ('permanentDelegate' | 'transferHook')[]
}

/** Exchanges that execute signed orders, each in its own format. */
export type ExchangeRole = 'seaport' | 'blur' | 'cow' | 'oneInch' | 'zeroEx' | 'uniswapX'

/**
 * A contract's proven role. `router`: its swap calls do what their names say; `wrappedNative`: the wrapped coin
 * (WETH9); `nameRegistrar`: registers names under `.eth`.
 */
export type ContractRole = 'router' | 'wrappedNative' | 'nameRegistrar' | ExchangeRole

/** What is known about a request, but not from its site. Record keys are addresses; `0x` ones are in lower case. */
export interface PreviewContext {
  /** The network on which the request will be executed. */
  readonly caipNetworkId: CaipNetworkId
  /** The signer. */
  readonly account: string
  readonly native: { readonly symbol: string; readonly decimals: number }
  readonly tokens?: Readonly<Record<string, TokenFacts>>
  /** Names of contracts and programs, from a list that the site cannot change. */
  readonly names?: Readonly<Record<string, string>>
  /** Roles of contracts, from the same list as the names. For a contract without a role, only the name is shown. */
  readonly roles?: Readonly<Record<string, ContractRole>>
  /** The genuine contracts of well-known tokens, keyed by symbol. Any other with such a symbol raises a warning. */
  readonly genuine?: Readonly<Record<string, readonly string[]>>
  /** Addresses that have no contract code according to the network, so each belongs to the holder of a private key. */
  readonly withoutCode?: readonly string[]
  /** The contract makers' own descriptions of calls and typed data, from a list that no page can change. */
  readonly descriptors?: readonly Descriptor[]
  /** The requesting origin, as the browser reports it. A sign-in to any other site raises a warning. */
  readonly origin?: string
  /** Addresses the visitor knows, including their own. An address that only resembles one of these raises a warning. */
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
