import type { ActingCommands, CaipNetworkId } from '@portico/contracts'
import { readDecimal } from '@portico/contracts/money'
import { HistoryItem, historyPath } from '@portico/contracts/services/history'
import { array, object, safeParse, unknown } from 'valibot'

/** Entries are parsed one by one, so that one unreadable entry does not hide the others. */
const Page = object({ data: array(unknown()) })

interface Whose {
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
}

const isSame = (one: string, other: string) =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other

/**
 * Addresses that an account has paid, from the newest page of its history (services.md §7.4). Senders to the account
 * and transfers that others made in its name do not count: address poisoning uses both.
 * @throws ModalError as `ActingCommands.askService`
 */
export async function loadPaid(
  { address, caipNetworkId }: Whose,
  { askService }: Pick<ActingCommands, 'askService'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const page = safeParse(
    Page,
    await askService({ path: historyPath(address), query: { chainId: caipNetworkId } }, signal),
  )
  if (!page.success) return []
  const paid = page.output.data.flatMap((one) => {
    const item = safeParse(HistoryItem, one)
    if (!item.success) return []
    const { metadata, transfers } = item.output
    const { operationType, status, sentFrom, sentTo, chain } = metadata
    const isOwn = operationType === 'send' && status === 'confirmed' && isSame(sentFrom, address)
    const hasMoved = transfers?.some(
      ({ direction, quantity }) => direction === 'out' && (readDecimal(quantity.numeric)?.digits ?? 0n) > 0n,
    )
    return isOwn && hasMoved && chain === caipNetworkId ? [sentTo] : []
  })
  return [...new Set(paid)]
}
