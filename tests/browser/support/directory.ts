import type { BrowserContext, Locator } from 'playwright-core'
import type { Visit } from './visit.ts'

/** Helpers for the directory of wallets. */

export const DIRECTORY = '**/getWallets*'

export const cards = ({ page }: Visit): Locator => page.locator('[data-testid^="wallet-search-item-"]')
export const card = ({ page }: Visit, name: string): Locator => cards({ page } as Visit).filter({ hasText: name })
export const searchField = ({ page }: Visit): Locator => page.getByRole('searchbox')

export async function openAllWallets(visitor: Visit): Promise<void> {
  await visitor.open()
  // The row can move until the directory has answered or failed.
  await visitor.page.locator('[data-skeleton]').waitFor({ state: 'detached' })
  await visitor.page.getByTestId('all-wallets').click()
  await visitor.view('AllWallets').waitFor()
}

export const madeUpId = (index: number): string => index.toString(16).padStart(64, '0')

/** A wallet as the directory returns it; the first wallet is number 1. */
export const madeUpWallet = (index: number, fields: Readonly<Record<string, unknown>> = {}) => ({
  id: madeUpId(index),
  name: `Wallet ${index}`,
  order: index,
  badge_type: index % 10 === 0 ? 'certified' : 'none',
  homepage: `https://wallet${index}.example/`,
  mobile_link: `wallet${index}://`,
  ...fields,
})

/** Replaces the directory with `count` wallets that are not installed, in pages of the requested size. */
export function madeUpDirectory(count: number) {
  const all = Array.from({ length: count }, (_, index) => madeUpWallet(index + 1))
  return (context: BrowserContext): Promise<unknown> =>
    context.route(DIRECTORY, (route) => {
      const query = new URL(route.request().url()).searchParams
      const [page, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)]
      const text = query.get('search')?.toLowerCase() ?? ''
      const badge = query.get('badge_type')
      const found = all.filter(
        ({ name, badge_type }) => name.toLowerCase().includes(text) && (!badge || badge === badge_type),
      )
      const data = found.slice((page - 1) * entries, page * entries)
      return answer(route, { data, count: found.length })
    })
}

type Route = Parameters<Parameters<BrowserContext['route']>[1]>[0]

export const answer = (route: Route, json: unknown): Promise<void> =>
  route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
