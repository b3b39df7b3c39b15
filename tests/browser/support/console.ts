import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Invitation, Role } from '@portico/contracts/services/operators'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { createConsole } from '../../../apps/console/server.mjs'
import { ensureTestChromium } from '../../../scripts/chromium.mjs'
import { listenLocally } from '../../../scripts/serve.mjs'
import { findFreePort } from '../../../services/testing/freePort.mjs'
import { inviteByToken } from '../../../services/testing/operatorVisitor.ts'
import { PROJECT_ID, TOKENS } from '../../../services/testing/runServices.ts'
import { type CheckingServices, indexFields, RELEASE, startCheckingServices } from '../../support/publishIndex.ts'
import { AXE } from './axe.ts'
import { stack } from './stack.ts'

/** A console of its own, with services that hold no other test's operators. Buying is not configured. */
export interface OwnConsole {
  readonly url: string
  readonly services: CheckingServices['services']
  /** A person in a browser of their own, with an authenticator, who has joined by an invitation. */
  join(name: string, role: Role, options?: BrowserContextOptions): Promise<Page>
  stop(): Promise<void>
}

/** The stack's browser or, without a stack, one of our own. */
const startBrowser = (): Promise<Browser> =>
  stack?.browser
    ? chromium.connect(stack.browser)
    : chromium.launch({ executablePath: ensureTestChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })

/** CTAP 2 with user verification, as phones and laptops have it. */
export async function giveConsolePasskey(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

function publish(folder: string): void {
  const receive = { channels: { stable: ['1.0.0'], beta: ['1.1.0'] }, versions: { '1.0.0': RELEASE, '1.1.0': RELEASE } }
  const index = { ...indexFields(), remotes: { receive } }
  writeFileSync(join(folder, 'release-index.txt'), `ES256:key:signature\n${JSON.stringify(index)}`)
}

export async function startOwnConsole(): Promise<OwnConsole> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const [checking, browser] = await Promise.all([
    startCheckingServices(publish, { CONSOLE_ORIGIN: url, MELD_KEY: '' }),
    startBrowser(),
  ])
  const { services } = checking
  const server = await listenLocally(port, createConsole({ services: services.url }).answer)
  return {
    url,
    services,
    async join(name, role, options = {}) {
      const answer = await inviteByToken(services.url, TOKENS.all, name, [{ projectId: null, role }])
      const { url: link } = (await answer.json()) as Invitation
      const page = await (await browser.newContext(options)).newPage()
      page.setDefaultTimeout(20_000)
      await giveConsolePasskey(page)
      await page.goto(link)
      await page.getByRole('button', { name: 'Create a passkey' }).click()
      await page.getByRole('heading', { name: 'Remotes' }).waitFor()
      return page
    },
    async stop() {
      await browser.close()
      await server.close()
      await checking.stop()
    },
  }
}

/** axe's findings on the whole page, as text. */
export async function consoleViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    const found = await axe.run({ resultTypes: ['violations'] })
    if (found.passes.length === 0) return ['axe has looked at nothing']
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`),
    )
  })
}

/** Signs what the open sheet asks for. @param reason if the sheet asks for one */
export async function signSheet(page: Page, reason?: string): Promise<void> {
  const sheet = page.getByRole('dialog')
  if (reason) await sheet.getByRole('textbox').fill(reason)
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByRole('button', { name: 'Sign with your passkey' }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** What the services have stored about the project. */
export async function projectAt({ services }: OwnConsole) {
  const answer = await fetch(`${services.url}/admin/v1/projects/${PROJECT_ID}`, {
    headers: { Authorization: `Bearer ${TOKENS.all}` },
  })
  return (await answer.json()) as {
    allowedOrigins: string[]
    isAnalyticsEnabled: boolean
    signing: string
    remotes: { id: string; state: string; switch: object }[]
  }
}
