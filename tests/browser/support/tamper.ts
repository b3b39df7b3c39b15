import { readFileSync, writeFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'

/** Lets a file through again as it is. */
export type Mend = () => Promise<void>

/** Answers in the place of a server until it is mended, which waits for the answers that are on their way. */
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

/** Changes one file on its way to the page. */
export const tamper = (page: Page, url: string, change: (body: string) => string): Promise<Mend> =>
  intercept(page, url, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })

/** Keeps a file from arriving. `release` lets it through; `asked` resolves when the page has asked for it. */
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

/** Changes a file on the server's disk. Browsers keep what they get, because its path is immutable. */
export function tamperOnDisk(path: string, addition: string): () => void {
  const whole = readFileSync(path)
  writeFileSync(path, `${whole}${addition}`)
  return () => writeFileSync(path, whole)
}

/** Marks the page when it runs. */
export const INJECTED = ';globalThis.__pwned=1'

export const wasInjected = (page: Page): Promise<boolean> => page.evaluate(() => '__pwned' in globalThis)
