import { parseCaipAddress } from '@portico/contracts'
import { toCaipNetworkId, toHexChainId } from '@portico/contracts/embeddedWallet/chainIds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { Balances, balancePath, type TokenBalance } from '@portico/contracts/services/balances'
import { safeParse } from 'valibot'
import { Refused } from '../messages/channel.ts'
import type { Place } from '../parts.ts'
import { NodeUnreachable } from './refuse.ts'

const ANSWER_TIMEOUT_MS = 20_000

/** In the smallest unit, of a decimal number without an exponent; digits beyond the smallest unit are left out. */
function smallestUnits(numeric: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = numeric.split('.')
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
}

function toAsset({ address, name, symbol, price, value, iconUrl, quantity }: TokenBalance): Json {
  const decimals = Number(quantity.decimals)
  return {
    address: address ? parseCaipAddress(address).address : 'native',
    balance: `0x${smallestUnits(quantity.numeric, decimals).toString(16)}`,
    type: address ? 'ERC20' : 'NATIVE',
    metadata: { name, symbol, decimals, price, iconUrl, ...(value !== undefined && { value }) },
  }
}

const isRecord = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readFilter(params: Json) {
  const [query] = Array.isArray(params) ? params : [params]
  if (!isRecord(query)) throw new Refused('invalidRequest')
  const { account, chainFilter } = query
  const chains = Array.isArray(chainFilter) ? chainFilter.map((chain) => toCaipNetworkId(String(chain), 'eip155')) : []
  return { account, chains }
}

interface Own {
  /** Whose balances are meant where none is named. */
  readonly preferred: string
  readonly isOwn: (account: string) => boolean
}

/**
 * `wallet_getAssets` (ERC-7811): what the balances service knows of the account, by hexadecimal chain id.
 * @throws Refused `invalidRequest`, `notConnected` for an account that is not the visitor's
 */
export async function assets(
  params: Json,
  own: Own,
  { settings, projectId }: Place,
  fetchFrom: typeof fetch,
): Promise<Json> {
  const { account, chains } = readFilter(params)
  const owner = typeof account === 'string' ? account : own.preferred
  if (!own.isOwn(owner)) throw new Refused('notConnected')
  const url = new URL(balancePath(owner), settings.services)
  url.search = new URLSearchParams({ projectId, currency: 'usd' }).toString()
  let answer: unknown
  try {
    const response = await fetchFrom(url.href, { credentials: 'omit', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    answer = await response.json()
  } catch {
    throw new NodeUnreachable()
  }
  const read = safeParse(Balances, answer)
  if (!read.success) throw new NodeUnreachable()
  const found: Record<string, Json[]> = {}
  for (const balance of read.output.balances) {
    const network = toCaipNetworkId(balance.chainId, 'eip155')
    const chain = network && toHexChainId(network)
    if (!chain || (chains.length > 0 && !chains.includes(network))) continue
    found[chain] = [...(found[chain] ?? []), toAsset(balance)]
  }
  return found
}
