import { readFileSync, writeFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'

/** Makes a file whole again. */
export type Mend = () => Promise<void>

/** Changes one file on its way to the page. */
export async function tamper(page: Page, url: string, change: (body: string) => string): Promise<Mend> {
  const onRoute = async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  }
  await page.route(url, onRoute)
  return () => page.unroute(url, onRoute)
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
