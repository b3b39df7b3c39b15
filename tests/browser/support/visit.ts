import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { stack } from './stack.ts'

/** Account 0 of the development mnemonic: the playground's wallet holds its key. */
export const VISITOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export interface VisitOptions extends BrowserContextOptions {
  /** The playground's query: `{ wallet: 'reject', options: { themeMode: 'light' } }`. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Runs before the first page of the visit is loaded: routes, init scripts. */
  readonly prepare?: (context: BrowserContext, page: Page) => Promise<void>
}

let browser: Browser | undefined

/** One connection for a test file; end it with `closeBrowser` in `afterAll`. */
async function connected(): Promise<Browser> {
  browser ??= await chromium.connect(stack.browser)
  return browser
}

export async function closeBrowser(): Promise<void> {
  await browser?.close()
  browser = undefined
}

export const playgroundUrl = (query: Readonly<Record<string, unknown>> = {}): string => {
  const url = new URL(stack.urls.playground)
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return url.href
}

/** A visitor on the playground: a fresh profile, the page, and everything that they have seen go wrong. */
export class Visit {
  /** Console errors and uncaught exceptions, in order. */
  readonly problems: string[] = []
  /** Every console message. */
  readonly console: string[] = []
  /** Addresses of all requests, in order. */
  readonly requests: string[] = []

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      this.console.push(message.text())
      if (message.type() === 'error') this.problems.push(message.text())
    })
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.message}`))
    page.on('request', (request) => this.requests.push(request.url()))
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  get title(): Locator {
    return this.page.getByTestId('w3m-header-text')
  }

  /** The part of the dialog that is the current view. */
  view(name: string): Locator {
    return this.page.locator(`[data-view="${name}"]`)
  }

  get devWallet(): Locator {
    return this.page.getByTestId('wallet-selector-dev.portico.wallet')
  }

  async goto(query: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.page.goto(playgroundUrl(query))
  }

  /** Presses the page's own button and waits for the window. */
  async open(): Promise<void> {
    await this.page.locator('button[data-portico]').first().click()
    await this.dialog.waitFor()
  }

  /** Connects the development wallet from a page that is not connected, and waits until the window has closed. */
  async connect(): Promise<void> {
    await this.open()
    await this.devWallet.click()
    await this.dialog.waitFor({ state: 'detached' })
  }

  /** Opens the account of a connected visitor. */
  async openAccount(): Promise<void> {
    await this.open()
    await this.view('Account').waitFor()
  }

  /** Opens Receive by its button. */
  async openReceive(): Promise<void> {
    await this.openAccount()
    await this.page.getByTestId('wallet-features-receive-button').click()
    await this.view('WalletReceive').getByTestId('receive-address-copy-button').waitFor()
  }

  async close(): Promise<void> {
    await this.page.getByTestId('w3m-header-close').click()
    await this.dialog.waitFor({ state: 'detached' })
  }

  /** The focused element inside of the modal, as `TAG` and test id or label. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      let element: Element | null = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      const label = element?.getAttribute('data-testid') ?? element?.getAttribute('aria-label') ?? element?.textContent
      return `${element?.tagName.toLowerCase()} ${label ?? ''}`.trim()
    })
  }

  end(): Promise<void> {
    return this.context.close()
  }
}

/** Starts a visit. The caller ends it, or uses `visiting`. */
export async function visit({ query = {}, prepare, ...options }: VisitOptions = {}): Promise<Visit> {
  const context = await (await connected()).newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  const visitor = new Visit(context, page)
  await prepare?.(context, page)
  await visitor.goto(query)
  return visitor
}

/** A test's body with a visit that is always ended: `test('…', visiting({ query }, async (visitor) => { … }))`. */
export const visiting = (options: VisitOptions, run: (visitor: Visit) => Promise<void>) => async () => {
  const visitor = await visit(options)
  try {
    await run(visitor)
  } finally {
    await visitor.end()
  }
}
