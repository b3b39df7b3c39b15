import { type Nft, Nfts } from '@portico/contracts/services/nfts'
import type { BrowserContext, Locator } from 'playwright-core'
import { parse } from 'valibot'
import { answer } from './directory.ts'
import type { Visit } from './visit.ts'

/** Helpers for an account's NFTs. */

export const NFTS = '**/v1/account/*/nfts*'

export const nftCards = ({ page }: Visit): Locator => page.getByTestId('nft-card')
export const nftCard = (visitor: Visit, name: string): Locator => nftCards(visitor).filter({ hasText: name })
export const hiddenButton = ({ page }: Visit): Locator => page.getByTestId('nfts-hidden')
export const nftPicture = (visitor: Visit): Locator => visitor.view('NftDetails').locator('[data-picture]')

/** Opens the list from a connected page. */
export async function openNfts(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('tab-nfts').click()
  await visitor.page.getByTestId('nfts').waitFor()
}

const PAGE_NFTS = 24
const CONTRACT = 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3'
const COLLECTIONS = ['Harbour Lights', 'Paper Boats', 'Lanterns of the Old Town'] as const

/** The first is number 1; every eleventh is spam. */
function madeUpNft(number: number): Nft {
  const collection = COLLECTIONS[number % COLLECTIONS.length]
  const isSpam = number % 11 === 5
  return {
    contract: CONTRACT,
    id: String(number),
    amount: number % 4 === 3 ? String(number * 5) : undefined,
    name: isSpam ? `Claim ${number},000 USDC` : number % 5 === 4 ? undefined : `${collection} #${number}`,
    collection,
    description: 'Drawn by hand, one a night.\n\nEach lamp is a window that was lit.',
    traits: [
      { name: 'Sky', value: 'Dusk' },
      { name: 'Windows', value: String(number) },
      { name: 'Boat', value: 'Moored' },
    ],
    // Each NFT has a drawing from `drawing`, so that no other host is contacted.
    image: `/v1/image?url=made-up-${number}`,
    isSpam,
  }
}

/** A drawing whose colours depend on its number. */
const drawing = (number: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><rect width="120" height="120" fill="hsl(${(number * 47) % 360} 45% 30%)"/><circle cx="60" cy="52" r="${18 + (number % 5) * 4}" fill="hsl(${(number * 47 + 40) % 360} 70% 70%)"/><path d="M15 92h90l-14 16H29Z" fill="hsl(${(number * 47 + 180) % 360} 40% 55%)"/></svg>`

/** Replaces the service with `count` NFTs, in pages and with pictures. Every seventh picture is missing. */
export function madeUpNfts(count: number) {
  return async (context: BrowserContext): Promise<void> => {
    await context.route(NFTS, (route) => {
      const begin = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const length = Math.min(PAGE_NFTS, count - begin)
      const end = begin + length
      const page: Nfts = {
        data: Array.from({ length }, (_, index) => madeUpNft(begin + index + 1)),
        next: end < count ? String(end) : null,
      }
      // Parsed as a client would, because nothing may be dropped.
      if (parse(Nfts, JSON.parse(JSON.stringify(page))).data.length !== length) throw new Error('Those are no NFTs.')
      return answer(route, page)
    })
    await context.route('**/v1/image?*', (route) => {
      const number = Number(/made-up-(\d+)/.exec(route.request().url())?.[1])
      const headers = { 'access-control-allow-origin': '*' }
      return number % 7 === 0
        ? route.fulfill({ status: 404, headers })
        : route.fulfill({ body: drawing(number), contentType: 'image/svg+xml', headers })
    })
  }
}
