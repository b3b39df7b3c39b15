import type { PreviewContext, TokenFacts } from '../context.ts'
import type { Description, Line } from '../description.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { evmTokenFacts } from '../evm/evmTokenFacts.ts'
import { isRecord } from '../isRecord.ts'
import { lookupTableAt, solanaToken } from './solanaFacts.ts'

/** The maximum number of tokens, and of tables, that are looked up for one request. Any others stay unknown. */
const LOOKED_UP_MAX = 8

/** Whether the network itself answered that the call fails. Any other error means that there was no answer. */
const isRefusal = (error: unknown) => isRecord(error) && error.code === 'node.refused'

const evmToken = (ask: AskNode, address: string): Promise<TokenFacts | undefined> =>
  evmTokenFacts((data) =>
    ask('eth_call', [{ to: address, data }, 'latest']).catch((error: unknown) => (isRefusal(error) ? null : undefined)),
  )

const linesOf = ({ lines, parts = [] }: Description): readonly Line[] => [...lines, ...parts.flatMap(linesOf)]

async function found<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T | undefined>,
): Promise<Readonly<Record<string, T>>> {
  const asked = [...new Set(keys)].slice(0, LOOKED_UP_MAX)
  const all = await Promise.all(asked.map(async (key) => ({ key, value: await find(key) })))
  return Object.fromEntries(all.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const])))
}

/** What the network reports about the addresses in a request. None of it comes from the site. */
export interface NetworkFacts {
  /** What tokens say about themselves. */
  readonly tokens: Readonly<Record<string, TokenFacts>>
  readonly lookupTables: Readonly<Record<string, readonly string[]>>
}

/** Looks up the tokens and tables that the context lacks. Leaves out whatever is unavailable. Never rejects. */
export async function networkFacts(
  description: Description,
  { caipNetworkId, tokens = {} }: PreviewContext,
  ask: AskNode,
): Promise<NetworkFacts> {
  const isEvm = caipNetworkId.startsWith('eip155:')
  const lines = linesOf(description)
  const unknown = lines.flatMap(({ labelKey, value }) =>
    labelKey === 'preview.token' && value?.type === 'address' && !Object.hasOwn(tokens, value.address)
      ? [value.address]
      : [],
  )
  const tables = lines.flatMap(({ value }) => (value?.type === 'lookup' ? [value.table] : []))
  const [facts, lookupTables] = await Promise.all([
    found(unknown, (address) => (isEvm ? evmToken(ask, address) : solanaToken(ask, address))),
    found(tables, (table) => lookupTableAt(ask, table)),
  ])
  return { tokens: facts, lookupTables }
}
