import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import {
  type Description,
  describeRequest,
  evmTokenFacts,
  type Line,
  lookupTableAt,
  maybeWithoutCode,
  type PreviewContext,
  type PreviewRequest,
  solanaToken,
  type TokenFacts,
} from '@portico/contracts/preview'
import type { AskNode } from '../rpc/jsonRpc.ts'
import { NodeFailure, NodeUnreachable } from '../rpc/refuse.ts'

/** How many tokens, how many tables and how many spenders are looked up for one request; the others stay unknown. */
const LOOKED_UP_MAX = 8
const LOOKUP_TIMEOUT_MS = 3_000

const isEvm = (address: string) => address.startsWith('0x')
const askWithin =
  (ask: AskNode, network: CaipNetworkId) =>
  (method: string, params: unknown): Promise<unknown> =>
    ask(network, method, params as Json, { timeoutMs: LOOKUP_TIMEOUT_MS })

const linesOf = ({ lines, parts = [] }: Description): readonly Line[] => [...lines, ...parts.flatMap(linesOf)]

const unknownWhere = (error: unknown): undefined => {
  if (error instanceof NodeFailure || error instanceof NodeUnreachable) return undefined
  throw error
}

/** Null if the network answered that the contract has no such function. */
const noneWhere = (error: unknown): null | undefined => (error instanceof NodeFailure ? null : unknownWhere(error))

/** What a token says about itself; the screen adds that nothing else confirms it. */
function tokenFacts(ask: AskNode, network: CaipNetworkId, address: string): Promise<TokenFacts | undefined> {
  if (!isEvm(address)) return solanaToken(askWithin(ask, network), address)
  const options = { signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS), timeoutMs: LOOKUP_TIMEOUT_MS }
  return evmTokenFacts((data) => ask(network, 'eth_call', [{ to: address, data }, 'latest'], options).catch(noneWhere))
}

/** True if the network says that there is no contract at the address, so it belongs to a key. Otherwise undefined. */
async function hasNoCode(ask: AskNode, network: CaipNetworkId, address: string): Promise<true | undefined> {
  const options = { timeoutMs: LOOKUP_TIMEOUT_MS }
  const code = await ask(network, 'eth_getCode', [address, 'latest'], options).catch(unknownWhere)
  return code === '0x' ? true : undefined
}

async function known<T>(keys: Iterable<string>, find: (key: string) => Promise<T | undefined>) {
  const found = await Promise.all(
    [...new Set(keys)].slice(0, LOOKED_UP_MAX).map(async (key) => [key, await find(key)] as const),
  )
  return Object.fromEntries(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}

/** What tokens say about themselves, keyed by address (EVM: in lower case), without those that do not answer. */
export const knownTokens = (
  addresses: readonly string[],
  network: CaipNetworkId,
  ask: AskNode,
): Promise<Readonly<Record<string, TokenFacts>>> => known(addresses, (address) => tokenFacts(ask, network, address))

/** Whether the name of any token comes only from the token's own contract. */
export const hasTokens = (context: PreviewContext): boolean =>
  Object.values(context.tokens ?? {}).some(({ symbol }) => symbol !== undefined)

/** Adds what the network, and not the site, says about the request's tokens, tables and spenders. */
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
    known(tables, (table) => lookupTableAt(askWithin(ask, caipNetworkId), table)),
    known(spenders, (spender) => hasNoCode(ask, caipNetworkId, spender)),
  ])
  return {
    ...context,
    tokens: { ...context.tokens, ...facts },
    lookupTables,
    withoutCode: Object.keys(withoutCode),
  }
}
