import type { BrowserContext, Page } from 'playwright-core'
import { approval } from './approvals.ts'
import { inFrame } from './embeddedWallet.ts'
import { windowAfter } from './reviewWindow.ts'
import type { Visit } from './visit.ts'

export { approveThere, windowAfter } from './reviewWindow.ts'

/** Makes Chromium unable to detect what covers a frame, like Firefox and Safari. */
export const withoutSight = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const Native = window.IntersectionObserver
    window.IntersectionObserver = class extends Native {
      constructor(tell: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
        const { root, rootMargin, threshold } = options
        super(tell, { root, rootMargin, threshold })
      }
    }
  })

export const reviewButton = (visitor: Visit) => inFrame(visitor).getByTestId('review')

/** The hint above the frame's buttons. */
export const frameHint = (visitor: Visit) => approval(visitor).locator('#hint')

/** Presses the frame's button until its window opens with the request. */
export async function review(visitor: Visit): Promise<Page> {
  const opened = await windowAfter(visitor, () => reviewButton(visitor).click())
  await opened.getByTestId('approval').waitFor()
  return opened
}
