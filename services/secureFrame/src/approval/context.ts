import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import {
  type Description,
  describeRequest,
  type Line,
  maybeWithoutCode,
  type PreviewContext,
  type PreviewRequest,
  solanaToken,
  type TokenFacts,
} from '@portico/contracts/preview'
import { base58, base64 } from '@scure/base'
import type { AskNode } from '../rpc/jsonRpc.ts'
import { NodeFailure, NodeUnreachable } from '../rpc/refuse.ts'
import { readAbiText, readAbiUint } from './abiText.ts'

/** So many tokens and tables are looked up for one request; the others stay unknown. */
const LOOKED_UP_MAX = 8
const LOOKUP_TIMEOUT_MS = 3_000
/** `symbol()`, `decimals()` */
const [SYMBOL, DECIMALS] = ['0x95d89b41', '0x313ce567']
/** `supportsInterface(bytes4)` (ERC-165), of ERC-721 and of ERC-1155. */
const NFT_STANDARDS = ['80ac58cd', 'd9b67a26'].map((id) => `0x01ffc9a7${id.padEnd(64, '0')}`)
/** In an account of the address lookup table program: what comes before the first address. */
const TABLE_HEADER = 56
const KEY_BYTES = 32

const isEvm = (address: string) => address.startsWith('0x')
const linesOf = ({ lines, parts = [] }: Description): readonly Line[] => [...lines, ...parts.flatMap(linesOf)]

const isRecord = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unknownWhere = (error: unknown): undefined => {
  if (error instanceof NodeFailure || error instanceof NodeUnreachable) return undefined
  throw error
}

/** Null: it was asked, and has no such call. */
const noneWhere = (error: unknown): null | undefined => (error instanceof NodeFailure ? null : unknownWhere(error))

/**
 * What a token says of itself: its contract wrote that, so it is good for reading an amount and no more. The screen says
 * so. One without decimals may be an NFT, where it says so.
 */
async function tokenFacts(ask: AskNode, network: CaipNetworkId, address: string): Promise<TokenFacts | undefined> {
  if (!isEvm(address)) {
    return solanaToken((method, params) => ask(network, method, params, { timeoutMs: LOOKUP_TIMEOUT_MS }), address)
  }
  const options = { signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS), timeoutMs: LOOKUP_TIMEOUT_MS }
  const call = (data: string) => ask(network, 'eth_call', [{ to: address, data }, 'latest'], options).catch(noneWhere)
  const [symbol, decimals] = await Promise.all([call(SYMBOL), call(DECIMALS)])
  const count = readAbiUint(decimals)
  const name = readAbiText(symbol)
  const named = name === undefined ? {} : { symbol: name }
  if (count !== undefined && count <= 36n) return { standard: 'fungible', decimals: Number(count), ...named }
  // Nobody has said that it has none.
  if (decimals === undefined) return undefined
  const answers = await Promise.all(NFT_STANDARDS.map(call))
  return answers.some((answer) => readAbiUint(answer) === 1n) ? { standard: 'nft', ...named } : undefined
}

/** True: the network says that no contract is there, so whoever it is holds a key. Otherwise undefined. */
async function hasNoCode(ask: AskNode, network: CaipNetworkId, address: string): Promise<true | undefined> {
  const options = { timeoutMs: LOOKUP_TIMEOUT_MS }
  const code = await ask(network, 'eth_getCode', [address, 'latest'], options).catch(unknownWhere)
  return code === '0x' ? true : undefined
}

async function lookupTable(
  ask: AskNode,
  network: CaipNetworkId,
  table: string,
): Promise<readonly string[] | undefined> {
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await ask(network, 'getAccountInfo', [table, options], { timeoutMs: LOOKUP_TIMEOUT_MS }).catch(
    unknownWhere,
  )
  const account = isRecord(answer) ? answer.value : undefined
  const data = isRecord(account) && Array.isArray(account.data) ? account.data[0] : undefined
  if (typeof data !== 'string') return undefined
  let bytes: Uint8Array
  try {
    bytes = base64.decode(data)
  } catch {
    return undefined
  }
  const count = Math.floor((bytes.length - TABLE_HEADER) / KEY_BYTES)
  return Array.from({ length: Math.max(count, 0) }, (_, index) =>
    base58.encode(bytes.subarray(TABLE_HEADER + index * KEY_BYTES, TABLE_HEADER + (index + 1) * KEY_BYTES)),
  )
}

async function known<T>(keys: Iterable<string>, find: (key: string) => Promise<T | undefined>) {
  const found = await Promise.all(
    [...new Set(keys)].slice(0, LOOKED_UP_MAX).map(async (key) => [key, await find(key)] as const),
  )
  return Object.fromEntries(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}

/** What tokens say of themselves, by address, of EVM in lower case; those that say nothing are not there. */
export const knownTokens = (
  addresses: readonly string[],
  network: CaipNetworkId,
  ask: AskNode,
): Promise<Readonly<Record<string, TokenFacts>>> => known(addresses, (address) => tokenFacts(ask, network, address))

/** Whether any token in the description is one that only its own contract has named. */
export const hasTokens = (context: PreviewContext): boolean =>
  Object.values(context.tokens ?? {}).some(({ symbol }) => symbol !== undefined)

/**
 * The context with what the network knows of the tokens and tables that a request names. Nothing of it comes from the site,
 * and what cannot be had is simply not there.
 */
export async function withNetworkFacts(
  request: PreviewRequest,
  context: PreviewContext,
  ask: AskNode,
): Promise<PreviewContext> {
  const { caipNetworkId } = context
  const description = describeRequest(request, context)
  const lines = linesOf(description)
  const tokens = lines.flatMap(({ labelKey, value }) =>
    labelKey === 'preview.token' && value?.type === 'address'
      ? [isEvm(value.address) ? value.address.toLowerCase() : value.address]
      : [],
  )
  const tables = lines.flatMap(({ value }) => (value?.type === 'lookup' ? [value.table] : []))
  const spenders = maybeWithoutCode(description).filter(isEvm)
  const [facts, lookupTables, withoutCode] = await Promise.all([
    knownTokens(tokens, caipNetworkId, ask),
    known(tables, (table) => lookupTable(ask, caipNetworkId, table)),
    known(spenders, (spender) => hasNoCode(ask, caipNetworkId, spender)),
  ])
  return {
    ...context,
    tokens: { ...context.tokens, ...facts },
    lookupTables,
    withoutCode: Object.keys(withoutCode),
  }
}
