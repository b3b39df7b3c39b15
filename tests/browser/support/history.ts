import { History, type HistoryItem } from '@portico/contracts/services/history'
import type { BrowserContext, Locator } from 'playwright-core'
import { parse } from 'valibot'
import { answer } from './directory.ts'
import type { Visit } from './visit.ts'

/** Helpers for an account's activity. */

export const HISTORY = '**/v1/account/*/history*'

export const activityTab = ({ page }: Visit): Locator => page.getByTestId('tab-activity')
/** The button that leads from the newest items to all. */
export const allActivity = ({ page }: Visit): Locator => page.getByTestId('w3m-account-default-activity-button')
export const entries = (visitor: Visit): Locator => visitor.view('Transactions').getByTestId('activity-entry')
export const months = ({ page }: Visit): Locator => page.getByTestId('group-title')

/** Hashes of the listed items in the page, from the top. */
export const hashesOf = (visitor: Visit): Promise<(string | undefined)[]> =>
  entries(visitor).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.hash))

/** Opens the list from a connected page. */
export async function openActivity(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await activityTab(visitor).click()
  await allActivity(visitor).click()
  await visitor.view('Transactions').waitFor()
}

const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const PAGE_ITEMS = 50
const TOKENS = [
  ['Ether', 'ETH', '0.0125'],
  ['USD Coin', 'USDC', '1250.5'],
  ['Dai Stablecoin', 'DAI', '40'],
] as const
const TYPES = ['send', 'receive', 'trade', 'approve', 'send', 'execute'] as const

/**
 * The newest item is number 1; each item is six hours older than the previous one. @param now milliseconds since 1970
 */
export function madeUpItem(index: number, now: number, chain: string): HistoryItem {
  const operationType = TYPES[index % TYPES.length] ?? 'send'
  const [name, symbol, numeric] = TOKENS[index % TOKENS.length] ?? TOKENS[0]
  const isIncoming = operationType === 'receive'
  const coin = (direction: 'in' | 'out') => ({ fungible_info: { name, symbol }, direction, quantity: { numeric } })
  const bought = { ...coin('in'), fungible_info: { name: 'Wrapped Ether', symbol: 'WETH' } }
  const moved = {
    send: [coin('out')],
    receive: [coin('in')],
    trade: [coin('out'), bought],
    approve: [],
    execute: [],
  }[operationType]
  return {
    id: `made-up-${index}`,
    metadata: {
      operationType,
      hash: `0x${index.toString(16).padStart(64, '0')}`,
      minedAt: new Date(now - index * 6 * 3_600_000).toISOString(),
      sentFrom: isIncoming ? OTHER : '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      sentTo: isIncoming ? '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' : OTHER,
      status: index % 40 === 7 ? 'failed' : 'confirmed',
      nonce: index,
      chain,
    },
    transfers: moved,
  }
}

interface MadeUpHistory {
  readonly count: number
  /** CAIP-2 */
  readonly chain?: string
  readonly now?: number
}

/** Replaces the service with `count` transactions, with the pages and cursors of services.md §7.4. */
export function madeUpHistory({ count, chain = 'eip155:31337', now = Date.now() }: MadeUpHistory) {
  return (context: BrowserContext): Promise<unknown> =>
    context.route(HISTORY, (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor')
      const begin = cursor ? Number(Buffer.from(cursor, 'base64url').toString()) : 0
      const length = Math.min(PAGE_ITEMS, count - begin)
      const end = begin + length
      const page: History = {
        data: Array.from({ length }, (_, index) => madeUpItem(begin + index + 1, now, chain)),
        next: end < count ? Buffer.from(String(end)).toString('base64url') : null,
      }
      // Parsed as a client would, because nothing may be dropped.
      if (parse(History, page).data.length !== length) throw new Error('That is no history.')
      return answer(route, page)
    })
}
