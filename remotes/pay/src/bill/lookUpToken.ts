import { type ActingCommands, isModalError, type Network } from '@portico/contracts'
import { evmTokenFacts, visibleText } from '@portico/contracts/preview'
import { is, literal, number, object, safeParse, string } from 'valibot'
import type { BillToken } from './bill.ts'

const NAME_CHARACTERS_MAX = 32

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/** Null if the network answered that the token does not exist. @throws ModalError if the network could not be asked */
async function answered(asking: Promise<unknown>): Promise<unknown> {
  try {
    return await asking
  } catch (error) {
    if (isModalError(error) && error.code !== 'node.refused') throw error
    return null
  }
}

async function evmToken(ask: Ask, address: string): Promise<BillToken | undefined> {
  const facts = await evmTokenFacts((data) => answered(ask('eth_call', { to: address, data }, 'latest')))
  const { symbol, decimals } = facts ?? {}
  if (symbol === undefined || decimals === undefined) return undefined
  return { address, name: symbol, symbol, decimals }
}

const Mint = object({
  value: object({
    data: object({ parsed: object({ type: literal('mint'), info: object({ decimals: number() }) }) }),
  }),
})
const Named = object({ symbol: string() })

/** The site's name for a token, without hidden or bidi control characters. */
const nameIn = (text: string) => visibleText(text).text.trim().slice(0, NAME_CHARACTERS_MAX)

/** A mint has no name on chain. The site provides the name, and the token's address is shown next to it. */
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
 * Reads a token from the chain; undefined if there is none.
 * @param metadata the site's description of the token
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
