import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from '../../../scripts/chromium.mjs'
import { createProject } from '../../../scripts/switchRemote.mjs'
import { frameOf } from './approvals.ts'
import { withoutWallet } from './embeddedWallet.ts'
import { stack } from './stack.ts'
import { playgroundUrl, Visit } from './visit.ts'

const PROJECT_ID = '000000000000000000000000000000c4'
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'
/** The last switch of a name wins: this turns Chromium's partitioning of third-party storage on again. */
const KEEPS_APART = '--disable-features=MediaRouter'

/** A page on another site than the secure site, by the browser's rules, so that the frame has its own process. */
async function addressOfPage(options: Readonly<Record<string, unknown>>): Promise<string> {
  // Once for a stack; an earlier test may have created the project.
  await createProject(stack, PROJECT_ID).catch((error: unknown) => {
    if (!String(error).includes('project.exists')) throw error
  })
  const url = new URL(playgroundUrl(withoutWallet({ projectId: PROJECT_ID, ...options }).query))
  url.hostname = '127.0.0.1'
  const response = await fetch(`${stack.urls.services}/admin/v1/projects/${PROJECT_ID}/origins`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stack.adminToken}` },
    body: JSON.stringify({ allowedOrigins: [url.origin] }),
  })
  if (!response.ok) throw new Error(await response.text())
  return url.href
}

/** A visitor with a browser of their own, where the wallet's frame can be killed. */
export async function visitWithOwnProcess(options: Readonly<Record<string, unknown>> = {}) {
  const address = await addressOfPage(options)
  const profile = mkdtempSync(join(tmpdir(), 'portico-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium() ?? '',
    args: [...FLAGS.split(' '), KEEPS_APART, '--remote-debugging-port=0'],
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.goto(address)
  let second: Browser | undefined

  return {
    visitor: new Visit(context, page),
    /**
     * Ends the frame's process, as the system does when it uses too much memory.
     * @returns the same page over a new connection to the browser: Playwright considers the whole page crashed
     */
    async kill(): Promise<Visit> {
      // Throws when the frame has no process of its own.
      const session = await context.newCDPSession(frameOf({ page } as Visit))
      const crashed = page.waitForEvent('crash')
      session.send('Page.crash').catch(() => {}) // the crashed page cannot respond
      await crashed
      const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
      second = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const [own] = second.contexts()
      const again = own?.pages().find((one) => new URL(one.url()).host === new URL(address).host)
      if (!own || !again) throw new Error('The page is gone.')
      return new Visit(own, again)
    },
    async end() {
      await second?.close()
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
