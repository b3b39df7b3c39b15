import { readFileSync, writeFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'

/** Stops changing a file. */
export type Mend = () => Promise<void>

/** Answers in place of a server until mended. `Mend` waits for answers that are under way. */
export async function intercept(page: Page, url: string, answer: (route: Route) => Promise<unknown>): Promise<Mend> {
  const running = new Set<Promise<unknown>>()
  const onRoute = async (route: Route) => {
    const answering = answer(route)
    running.add(answering)
    await answering.finally(() => running.delete(answering))
  }
  await page.route(url, onRoute)
  return async () => {
    await Promise.allSettled(running)
    await page.unroute(url, onRoute)
  }
}

/** Changes a file on its way to the page. */
export const tamper = (page: Page, url: string, change: (body: string) => string): Promise<Mend> =>
  intercept(page, url, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })

/** Holds a file back. `release` lets it through; `asked` resolves when the page has requested it. */
export async function hold(
  page: Page,
  url: string,
): Promise<{ asked: Promise<unknown>; release: () => Promise<void> }> {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const asked = page.waitForRequest(url)
  const mend = await intercept(page, url, async (route) => {
    await gate
    await route.continue()
  })
  return {
    asked,
    async release() {
      open()
      await mend()
    },
  }
}

/** Changes a file on the server's disk. Browsers cache the result, because the path is immutable. */
export function tamperOnDisk(path: string, addition: string): () => void {
  const whole = readFileSync(path)
  writeFileSync(path, `${whole}${addition}`)
  return () => writeFileSync(path, whole)
}

/** Marks the page when it runs. */
export const INJECTED = ';globalThis.__pwned=1'

export const wasInjected = (page: Page): Promise<boolean> => page.evaluate(() => '__pwned' in globalThis)
