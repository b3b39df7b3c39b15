import { type Browser, chromium } from 'playwright-core'
import { ensureTestChromium } from '../../../scripts/chromium.mjs'
import { ForeignVisit } from './foreignVisit.ts'
import { type Front, startFront } from './front.ts'
import { servePage } from './servePage.ts'

/** Where the pairing library would have the page's address attested. None of our services does that. */
const VERIFY = 'verify.walletconnect.org'
/** What the page's policy refuses: see `servePage`. */
const FONTS = 'fonts.googleapis.com'

/** How Chromium writes down an answer of 400 and more; which one it was is among the refusals. */
const REFUSED = 'Failed to load resource'

interface VisitOptions {
  readonly projectId: string
  /** Whoever connects signs in to the shop. */
  readonly siwx?: boolean
  /** Refusals that belong to it, as `ForeignVisit.refusals` has them. */
  readonly refusals?: readonly string[]
}

/** A site with the client that is not ours, and a browser that knows our services by the names of others. */
export interface ForeignShop {
  readonly front: Front
  /** A visit. Whatever is done there, our services have to answer well, and nobody else may be asked. */
  visit(options: VisitOptions, run: (visitor: ForeignVisit) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** @param urls where ours are */
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
