import type { BrowserContext, Page } from 'playwright-core'
import { approval } from './approvals.ts'
import { inFrame } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** Chromium as a browser that cannot tell what lies over a frame: as Firefox and Safari. */
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

/** The hint above the buttons of the frame. */
export const frameHint = (visitor: Visit) => approval(visitor).locator('#hint')

/** Chromium passes no press on to a frame that has just moved. */
const PRESS_PATIENCE_MS = 2_000

/** Presses until a window opens. @returns that window */
export async function windowAfter({ context }: Visit, press: () => Promise<unknown>): Promise<Page> {
  for (;;) {
    const opening = context.waitForEvent('page', { timeout: PRESS_PATIENCE_MS }).catch(() => undefined)
    await press()
    const opened = await opening
    if (opened) return opened
  }
}

/** Presses the button of the frame until its window is there, with the request in it. */
export async function review(visitor: Visit): Promise<Page> {
  const opened = await windowAfter(visitor, () => reviewButton(visitor).click())
  await opened.getByTestId('approval').waitFor()
  return opened
}

/** Approves in a window, as soon as that can be. Resolves when the window has closed. */
export async function approveThere(opened: Page): Promise<void> {
  const gone = opened.isClosed() ? Promise.resolve() : opened.waitForEvent('close')
  await opened.locator('[data-testid=approve][aria-disabled=false]').focus()
  await opened.keyboard.press('Enter')
  await gone
}
