import { base58Of, bytesOf, utf8Of } from '../bytes.ts'
import type { PreviewContext, TokenFacts } from '../context.ts'
import type { Description, Line } from '../description.ts'
import { decodeAbi, shapeOf } from '../evm/abi.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { isRecord } from '../isRecord.ts'
import { bytesOfBase64 } from './describeOutgoing.ts'

/** So many tokens and tables are looked up for one request; the others stay unknown. */
const LOOKED_UP_MAX = 8
/** `symbol()`, `decimals()` */
const [SYMBOL, DECIMALS] = ['0x95d89b41', '0x313ce567']
const DECIMALS_MAX = 36n
const SYMBOL_MAX = 20
/** In an account of the address lookup table program: what comes before the first address, and an address. */
const [TABLE_HEADER, KEY_BYTES] = [56, 32]
/** In a mint, of either program: where the number of decimals is. */
const MINT_DECIMALS_AT = 44

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

async function solanaAccount(ask: AskNode, address: string): Promise<Uint8Array | undefined> {
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await ask('getAccountInfo', [address, options]).catch(() => undefined)
  const account = isRecord(answer) ? answer.value : undefined
  const data = isRecord(account) && Array.isArray(account.data) ? account.data[0] : undefined
  return typeof data === 'string' ? bytesOfBase64(data) : undefined
}

/** A mint has no name of its own. */
async function solanaToken(ask: AskNode, mint: string): Promise<TokenFacts | undefined> {
  const decimals = (await solanaAccount(ask, mint))?.[MINT_DECIMALS_AT]
  return decimals === undefined ? undefined : { standard: 'fungible', decimals }
}

async function lookupTable(ask: AskNode, table: string): Promise<readonly string[] | undefined> {
  const bytes = await solanaAccount(ask, table)
  if (!bytes) return undefined
  const count = Math.max(Math.floor((bytes.length - TABLE_HEADER) / KEY_BYTES), 0)
  return Array.from({ length: count }, (_, index) =>
    base58Of(bytes.subarray(TABLE_HEADER + index * KEY_BYTES, TABLE_HEADER + (index + 1) * KEY_BYTES)),
  )
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
    found(tables, (table) => lookupTable(ask, table)),
  ])
  return { tokens: facts, lookupTables }
}
