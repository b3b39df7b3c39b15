import type { BrowserContext, Page } from 'playwright-core'

/** Chromium does not deliver presses to a frame that has just moved. */
const PRESS_PATIENCE_MS = 2_000

/** Presses until a window opens. @returns that window */
export async function windowAfter(
  { context }: { readonly context: BrowserContext },
  press: () => Promise<unknown>,
): Promise<Page> {
  for (;;) {
    const opening = context.waitForEvent('page', { timeout: PRESS_PATIENCE_MS }).catch(() => undefined)
    await press()
    const opened = await opening
    if (opened) return opened
  }
}

/** Scrolls to the end of the request, which unusual requests require. */
export const readToEnd = (shown: Pick<Page, 'locator'>): Promise<void> =>
  shown.locator('.approval-body').evaluate((body) => body.scrollTo({ top: body.scrollHeight, behavior: 'instant' }))

/** Presses Approve in a window, as soon as possible. */
export async function pressThere(opened: Page): Promise<void> {
  await opened.getByTestId('approval').waitFor()
  await readToEnd(opened)
  await opened.locator('[data-testid=approve][aria-disabled=false]').focus()
  await opened.keyboard.press('Enter')
}

/** Approves in a window. Resolves when it has closed. */
export async function approveThere(opened: Page): Promise<void> {
  const gone = opened.isClosed() ? Promise.resolve() : opened.waitForEvent('close')
  await pressThere(opened)
  await gone
}
