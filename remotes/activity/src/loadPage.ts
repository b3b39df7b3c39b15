import { type CaipNetworkId, type Commands, isModalError, ModalError } from '@portico/contracts'
import { History, historyPath } from '@portico/contracts/services/history'
import { safeParse } from 'valibot'
import { isSpam, toEntry } from './entry.ts'
import type { HistoryPage } from './historyList.ts'

const REFUSED = 400

/** Without a cursor, an invalid request can only mean an unknown network. */
function unlessUnserved(error: unknown, cursor: string | undefined): undefined {
  const isRefused = isModalError(error) && error.code === 'service.status' && error.details.status === REFUSED
  if (!isRefused || cursor !== undefined) throw error
}

interface Question {
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** The newest page if absent. */
  readonly cursor?: string | undefined
}

/**
 * services.md §7.4: loads one page and drops entries that are pure spam or on another network.
 * @throws ModalError of `ActingCommands.askService`, or `service.invalidAnswer`
 */
export async function loadPage(
  { acting }: Pick<Commands, 'acting'>,
  { address, caipNetworkId, cursor }: Question,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const path = historyPath(address)
  const { askService } = await acting()
  const query = { chainId: caipNetworkId, cursor }
  const answer = await askService({ path, query }, signal).catch((error) => unlessUnserved(error, cursor))
  if (answer === undefined) return { entries: [], isUnserved: true }
  const { success, output } = safeParse(History, answer)
  if (!success) throw new ModalError('service.invalidAnswer', { details: { path } })
  return {
    entries: output.data.filter((item) => item.metadata.chain === caipNetworkId && !isSpam(item)).map(toEntry),
    next: output.next || undefined,
  }
}
