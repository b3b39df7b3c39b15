import { bytesOf, utf8Of } from '../bytes.ts'
import type { PreviewContext, TokenFacts } from '../context.ts'
import type { Description, Line } from '../description.ts'
import { decodeAbi, shapeOf } from '../evm/abi.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { lookupTableAt, solanaToken } from './solanaFacts.ts'

/** So many tokens and tables are looked up for one request; the others stay unknown. */
const LOOKED_UP_MAX = 8
/** `symbol()`, `decimals()` */
const [SYMBOL, DECIMALS] = ['0x95d89b41', '0x313ce567']
const DECIMALS_MAX = 36n
const SYMBOL_MAX = 20

const TEXT = shapeOf('(string)')
const NUMBER = shapeOf('(uint256)')

const only = (answer: unknown, shape: ReturnType<typeof shapeOf>): unknown => {
  const values =
    typeof answer === 'string' && /^0x[\da-f]*$/i.test(answer)
      ? decodeAbi(shape, answer.toLowerCase() as `0x${string}`)
      : undefined
  return Array.isArray(values) ? values[0] : undefined
}

function symbolIn(answer: unknown): string | undefined {
  const read = only(answer, TEXT)
  const text = typeof read === 'string' ? utf8Of(bytesOf(read as `0x${string}`)) : undefined
  return text !== undefined && text !== '' && text.length <= SYMBOL_MAX ? text : undefined
}

/** What a token says of itself: its contract wrote that, so it is good for reading an amount and no more. */
async function evmToken(ask: AskNode, address: string): Promise<TokenFacts | undefined> {
  const call = (data: string) => ask('eth_call', [{ to: address, data }, 'latest']).catch(() => undefined)
  const [symbol, decimals] = await Promise.all([call(SYMBOL), call(DECIMALS)])
  const count = only(decimals, NUMBER)
  if (typeof count !== 'bigint' || count > DECIMALS_MAX) return undefined
  const name = symbolIn(symbol)
  return { standard: 'fungible', decimals: Number(count), ...(name !== undefined && { symbol: name }) }
}

const linesOf = ({ lines, parts = [] }: Description): readonly Line[] => [...lines, ...parts.flatMap(linesOf)]

async function found<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T | undefined>,
): Promise<Readonly<Record<string, T>>> {
  const asked = [...new Set(keys)].slice(0, LOOKED_UP_MAX)
  const all = await Promise.all(asked.map(async (key) => ({ key, value: await find(key) })))
  return Object.fromEntries(all.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const])))
}

/** What the network knows of what a request names. Nothing of it comes from the site. */
export interface NetworkFacts {
  /** What tokens say of themselves. */
  readonly tokens: Readonly<Record<string, TokenFacts>>
  readonly lookupTables: Readonly<Record<string, readonly string[]>>
}

/** Looks up tokens and tables that the context does not have. What cannot be had is not there. Never rejects. */
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
