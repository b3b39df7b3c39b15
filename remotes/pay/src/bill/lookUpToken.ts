import { type ActingCommands, isModalError, type Network } from '@portico/contracts'
import { decodeAbi, type Hex, readQuantity, shapeOf, visibleText } from '@portico/contracts/preview'
import { is, literal, number, object, safeParse, string } from 'valibot'
import type { BillToken } from './bill.ts'

const DECIMALS_MAX = 36
const NAME_CHARACTERS_MAX = 32
const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'
const STRING = shapeOf('(string)')

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/** The network has answered, or the answer is none; whatever else is no answer at all. */
async function answered(asking: Promise<unknown>): Promise<unknown> {
  try {
    return await asking
  } catch (error) {
    if (isModalError(error) && error.code !== 'node.refused') throw error
    return undefined
  }
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x(?:[\da-f]{2})*$/i.test(value)

/** As it can be read: nobody's name turns a sentence around. */
const nameIn = (text: string) => visibleText(text).text.trim().slice(0, NAME_CHARACTERS_MAX)

function textIn(data: unknown): string {
  const [value] = (isHex(data) ? (decodeAbi(STRING, data) as readonly Hex[] | undefined) : undefined) ?? []
  const bytes = (value ?? '0x').slice(2).match(/../g) ?? []
  return nameIn(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16))))
}

async function evmToken(ask: Ask, address: string): Promise<BillToken | undefined> {
  const read = (data: string) => answered(ask('eth_call', { to: address, data }, 'latest'))
  const [symbol, decimals] = await Promise.all([read(SYMBOL), read(DECIMALS)])
  const count = isHex(decimals) && decimals.length > 2 ? readQuantity(decimals) : undefined
  const name = textIn(symbol)
  if (count === undefined || count > BigInt(DECIMALS_MAX) || name === '') return undefined
  return { address, name, symbol: name, decimals: Number(count) }
}

const Mint = object({
  value: object({
    data: object({ parsed: object({ type: literal('mint'), info: object({ decimals: number() }) }) }),
  }),
})
const Named = object({ symbol: string() })

/** What a mint is called stands elsewhere: the site says it, and the address is shown beside it. */
async function solanaToken(ask: Ask, address: string, metadata: unknown): Promise<BillToken | undefined> {
  const { success, output } = safeParse(
    Mint,
    await answered(ask('getAccountInfo', address, { encoding: 'jsonParsed', commitment: 'confirmed' })),
  )
  if (!success) return undefined
  const symbol = (is(Named, metadata) && nameIn(metadata.symbol)) || address.slice(0, 4)
  return { address, name: symbol, symbol, decimals: output.value.data.parsed.info.decimals }
}

/**
 * What the chain says of a token; undefined where there is none.
 * @param metadata what the site says of it
 * @throws ModalError `service.unreachable`, `network.notFound`
 */
export async function lookUpToken(
  network: Network,
  address: string | undefined,
  metadata: unknown,
  { askNode }: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<BillToken | undefined> {
  const { caipNetworkId, chainNamespace, nativeCurrency } = network
  if (address === undefined) return nativeCurrency
  const ask: Ask = (method, ...params) => askNode({ caipNetworkId, method, params }, signal)
  return chainNamespace === 'eip155' ? evmToken(ask, address) : solanaToken(ask, address, metadata)
}
