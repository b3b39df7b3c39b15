import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem, Transfer } from '@portico/contracts/services/history'
import { type Address, formatUnits, zeroAddress } from 'viem'
import { nativeCoin } from '../balances/nativeCoin.ts'
import type { Activity, Movement } from './activity.ts'
import type { FactsOf, TokenFacts } from './tokenFacts.ts'

const directionOf = ({ from, to }: Movement, address: Address): Transfer['direction'] => {
  if (from === to) return 'self'
  return to === address ? 'in' : 'out'
}

/** `approve(address,uint256)` and `setApprovalForAll(address,bool)`. */
export const APPROVING: readonly string[] = ['0x095ea7b3', '0xa22cb465']
/** `transfer(address,uint256)`. */
const SENDING: readonly string[] = ['0xa9059cbb']

/** The operation that was intended: a failed transaction has no logs, only its call. */
function intentionOf({ to, selector, value }: Activity): string {
  if (!to) return 'deploy'
  if (APPROVING.includes(selector)) return 'approve'
  return SENDING.includes(selector) || value > 0n ? 'send' : 'execute'
}

/** The operations that are shown with the two parties: a token transaction itself names only the contract. */
const MOVING: readonly string[] = ['send', 'receive', 'mint', 'burn']

/** The operation as seen by one address. */
export function operationOf(activity: Activity, movements: readonly Movement[], address: Address): string {
  if (activity.isFailed) return intentionOf(activity)
  if (!activity.to && activity.from === address) return 'deploy'
  const [incoming, outgoing] = (['in', 'out'] as const).map((direction) =>
    movements.filter((movement) => directionOf(movement, address) === direction),
  )
  if (incoming?.length && outgoing?.length) return 'trade'
  if (incoming?.length) return incoming.every(({ from }) => from === zeroAddress) ? 'mint' : 'receive'
  if (outgoing?.length) return outgoing.every(({ to }) => to === zeroAddress) ? 'burn' : 'send'
  if (movements.length > 0) return 'send'
  return activity.approvals.includes(address) ? 'approve' : 'execute'
}

async function toTransfer(
  movement: Movement,
  address: Address,
  caipNetworkId: CaipNetworkId,
  factsOf: FactsOf,
): Promise<Transfer> {
  const { token, amount, tokenId } = movement
  const direction = directionOf(movement, address)
  const {
    name,
    symbol,
    decimals,
    isSpam = false,
  }: TokenFacts = token ? await factsOf(token) : nativeCoin(caipNetworkId)
  if (tokenId === undefined) {
    return { fungible_info: { name, symbol }, direction, quantity: { numeric: formatUnits(amount, decimals) } }
  }
  const title = name && `${name} #${tokenId}`
  return {
    nft_info: { ...(title && title.length < 255 && { name: title }), flags: { is_spam: isSpam } },
    direction,
    quantity: { numeric: String(amount) },
  }
}

/** The entry in wire format for `address`, with only the movements of that address. */
export async function toHistoryItem(
  activity: Activity,
  address: Address,
  caipNetworkId: CaipNetworkId,
  factsOf: FactsOf,
): Promise<HistoryItem> {
  const { hash, timestamp, nonce, isFailed, isPending } = activity
  const own = activity.movements.filter(({ from, to }) => from === address || to === address)
  const operationType = operationOf(activity, own, address)
  const first = MOVING.includes(operationType) ? own[0] : undefined
  return {
    id: `${caipNetworkId}:${hash}`,
    metadata: {
      operationType,
      hash,
      minedAt: new Date(timestamp * 1_000).toISOString(),
      sentFrom: first?.from ?? activity.from,
      sentTo: first?.to ?? activity.to ?? activity.created ?? zeroAddress,
      status: isPending ? 'pending' : isFailed ? 'failed' : 'confirmed',
      nonce,
      chain: caipNetworkId,
    },
    transfers: await Promise.all(own.map((movement) => toTransfer(movement, address, caipNetworkId, factsOf))),
  }
}
