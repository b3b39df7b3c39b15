import { parseCaipAddress } from '@portico/contracts'
import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import { toCaipNetworkId, toHexChainId } from '@portico/contracts/embeddedWallet/chainIds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { Balances, balancePath, type TokenBalance } from '@portico/contracts/services/balances'
import { safeParse } from 'valibot'
import type { Place } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import { NodeUnreachable } from './refuse.ts'

const ANSWER_TIMEOUT_MS = 20_000
/** Identifies the client: without it the service's list is empty (services.md §7.5). */
const CLIENT = 'portico-secure-frame'
const NATIVE = 'native'

/** Converts a decimal number without an exponent to the smallest unit, and drops excess digits. */
function smallestUnits(numeric: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = numeric.split('.')
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
}

const addressOf = (address: TokenBalance['address']): string => (address ? parseCaipAddress(address).address : NATIVE)

function toAsset({ address, name, symbol, price, value, iconUrl, quantity }: TokenBalance): Json {
  const decimals = Number(quantity.decimals)
  return {
    address: addressOf(address),
    balance: `0x${smallestUnits(quantity.numeric, decimals).toString(16)}`,
    type: address ? 'ERC20' : 'NATIVE',
    metadata: { name, symbol, decimals, price, iconUrl, ...(value !== undefined && { value }) },
  }
}

const textsOf = (list: unknown): readonly string[] | undefined =>
  Array.isArray(list) ? list.map((one) => String(one).toLowerCase()) : undefined

/** The hexadecimal form of a chain id in any notation. Other text is returned as it is, and matches nothing. */
const hexIdOf = (chain: string): string => {
  const network = toCaipNetworkId(chain, 'eip155')
  return (network && toHexChainId(network)) ?? chain
}

/** @throws Refused `invalidRequest` */
function readFilter(params: Json) {
  const [query = {}] = Array.isArray(params) ? params : [params]
  if (!isRecord(query)) throw new Refused('invalidRequest')
  const { account, chainFilter, assetTypeFilter, assetFilter } = query
  const chains = textsOf(chainFilter)?.map(hexIdOf)
  const types = textsOf(assetTypeFilter)
  const wanted = isRecord(assetFilter)
    ? new Map(
        Object.entries(assetFilter).map(([chain, assets]) => [
          hexIdOf(chain),
          Array.isArray(assets) ? assets.map((asset) => String(isRecord(asset) && asset.address).toLowerCase()) : [],
        ]),
      )
    : undefined
  return {
    account,
    isWanted(chain: string, address: string): boolean {
      const type = address === NATIVE ? NATIVE : 'erc20'
      return (
        (!chains?.length || chains.includes(chain)) &&
        (!types?.length || types.includes(type)) &&
        (!wanted || (wanted.get(chain) ?? []).includes(address.toLowerCase()))
      )
    },
  }
}

interface Own {
  /** The account whose balances are returned if the request names none. */
  readonly preferred: string
  readonly isOwn: (account: string) => boolean
}

/**
 * `wallet_getAssets` (ERC-7811): the service's entries that pass all filters, keyed by hexadecimal chain id.
 * @throws Refused `invalidRequest`, `notConnected` for an account that is not the visitor's
 */
export async function assets(
  params: Json,
  own: Own,
  { settings, projectId }: Place,
  fetchFrom: typeof fetch,
): Promise<Json> {
  const { account, isWanted } = readFilter(params)
  const owner = typeof account === 'string' ? account : own.preferred
  if (!own.isOwn(owner)) throw new Refused('notConnected')
  const url = new URL(balancePath(owner), settings.services)
  url.search = new URLSearchParams({ projectId, currency: 'usd', sv: CLIENT }).toString()
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
    if (!chain || !isWanted(chain, addressOf(balance.address))) continue
    found[chain] = [...(found[chain] ?? []), toAsset(balance)]
  }
  return found
}
