import { type Browser, chromium } from 'playwright-core'
import { ensureTestChromium } from '../../../scripts/chromium.mjs'
import { ForeignVisit } from './foreignVisit.ts'
import { type Front, startFront } from './front.ts'
import { servePage } from './servePage.ts'

/** The service that the pairing library asks to attest the page's URL. None of our services does that. */
const VERIFY = 'verify.walletconnect.org'
/** Refused by the page's policy: see `servePage`. */
const FONTS = 'fonts.googleapis.com'

/** Chromium's console message for a status of 400 and above; `refusals` has the status. */
const REFUSED = 'Failed to load resource'

interface VisitOptions {
  readonly projectId: string
  /** Connecting visitors sign in to the shop. */
  readonly siwx?: boolean
  /** Expected refusals, in the format of `ForeignVisit.refusals`. */
  readonly refusals?: readonly string[]
}

/** A site with a third-party client, and a browser that resolves the hosts of the client's maker to our services. */
export interface ForeignShop {
  readonly front: Front
  /** A visit. Our services must answer everything as expected, and no other host may be contacted. */
  visit(options: VisitOptions, run: (visitor: ForeignVisit) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** @param urls where our services and the secure site run */
export async function openForeignShop(urls: {
  readonly services: string
  readonly secureSite: string
}): Promise<ForeignShop> {
  const site = await servePage(urls.secureSite)
  const front = await startFront(urls.services)
  const browser: Browser = await chromium.launch({
    executablePath: ensureTestChromium(),
    args: [...front.browserFlags],
  })
  const ours = ['localhost', ...front.hosts]

  function expectGood(visitor: ForeignVisit, refusals: readonly string[]): void {
    expect(visitor.askedHosts.filter((host) => !ours.includes(host) && host !== VERIFY)).toEqual([])
    expect(visitor.refusedHosts).toEqual([FONTS])
    expect(front.answered.filter(({ status }) => status >= 400)).toEqual([])
    expect(visitor.refusals.filter((refusal) => !refusals.includes(refusal))).toEqual([])
    const isExpected = (problem: string) =>
      [VERIFY, FONTS, ...(refusals.length > 0 ? [REFUSED] : [])].some((part) => problem.includes(part))
    expect(visitor.problems.filter((problem) => !isExpected(problem))).toEqual([])
  }

  return {
    front,
    async visit({ projectId, refusals = [], siwx = false }, run) {
      const visitor = await ForeignVisit.begin(browser, `${site.url}/?projectId=${projectId}${siwx ? '&siwx' : ''}`)
      try {
        await run(visitor)
        expectGood(visitor, refusals)
      } finally {
        await visitor.end()
      }
    },
    async close() {
      await browser.close()
      await front.close()
      await site.close()
    },
  }
}
