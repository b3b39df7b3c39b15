import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import type { WalletControls } from '../../../host/playground/wallet/createWallet.ts'
import type { PorticoModal } from '../../../host/src/site/publicApi.ts'
import { stack } from './stack.ts'

/** Account 0 of the development mnemonic: the playground's wallet holds its key. */
export const VISITOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export interface VisitOptions extends BrowserContextOptions {
  /** The playground's query: `{ wallet: 'reject', options: { themeMode: 'light' } }`. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Runs before the first page of the visit is loaded: routes, init scripts. */
  readonly prepare?: (context: BrowserContext, page: Page) => Promise<unknown>
}

let browser: Browser | undefined

/** One connection for each test file; end it with `closeBrowser` in `afterAll`. */
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

/** A visitor on the playground: a fresh profile, the page, and every problem that occurred. */
export class Visit {
  /** Console errors and uncaught exceptions, in order. */
  readonly problems: string[] = []
  /** Every console message. */
  readonly console: string[] = []
  /** URLs of all requests, in order. */
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

  /** The element of the current view in the dialog. */
  view(name: string): Locator {
    return this.page.locator(`[data-view="${name}"]`)
  }

  get devWallet(): Locator {
    return this.page.getByTestId('wallet-selector-dev.portico.wallet')
  }

  /** The second wallet of a page with `other=`. */
  get otherWallet(): Locator {
    return this.page.getByTestId('wallet-selector-dev.portico.other')
  }

  async goto(query: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.page.goto(playgroundUrl(query))
  }

  /** The loader's window, while the shell is loading. */
  get firstWindow(): Locator {
    return this.page.locator('dialog')
  }

  /** Presses the page's own button and waits for the shell's window. */
  async open(): Promise<void> {
    await this.page.locator('button[data-portico]').first().click()
    await this.page.getByTestId('w3m-modal-card').waitFor()
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

  /** Opens the list of networks from the account of a connected visitor. */
  async openNetworks(): Promise<void> {
    await this.openAccount()
    await this.page.getByTestId('w3m-account-select-network').click()
    await this.view('Networks').waitFor()
  }

  /** Presses a network of the list that is shown. */
  async choose(network: string): Promise<void> {
    await this.page.getByTestId(`w3m-network-switch-${network}`).click()
  }

  back(): Promise<void> {
    return this.page.getByTestId('header-back').click()
  }

  retry(): Promise<void> {
    return this.page.getByTestId('w3m-connecting-widget-secondary-button').click()
  }

  /** Waits until the window shows a text. */
  async sees(text: string): Promise<void> {
    await this.dialog.getByText(text, { exact: true }).waitFor()
  }

  /** Waits for a value on the page, which uses only the public API: `visitor.reads('status', 'connected')`. */
  async reads(name: 'status' | 'address' | 'caip-address' | 'chain-id' | 'open', text: string): Promise<void> {
    await this.page
      .getByTestId(`w3m-${name}`)
      .and(this.page.getByText(text, { exact: true }))
      .waitFor()
  }

  /** Acts in the wallet's own window: `visitor.inWallet((wallet) => wallet.lock())`. */
  async inWallet<T, A = undefined>(
    act: (wallet: WalletControls, argument: A) => T,
    argument?: A,
    which: 'devWallet' | 'otherWallet' = 'devWallet',
  ): Promise<T> {
    const wallet = await this.page.evaluateHandle((name) => window[name] as WalletControls, which)
    return wallet.evaluate(act as (wallet: WalletControls, argument: unknown) => T, argument as unknown)
  }

  /** Acts on the modal, as the site's own script would. */
  async onPage<T, A = undefined>(act: (modal: PorticoModal, argument: A) => T, argument?: A): Promise<Awaited<T>> {
    const modal = await this.page.evaluateHandle(() => window.portico as PorticoModal)
    return modal.evaluate(act as (modal: PorticoModal, argument: unknown) => T, argument as unknown) as Awaited<T>
  }

  /** How often a method was requested from the wallet. */
  asked(method: string): Promise<number> {
    return this.inWallet((wallet, wanted) => wallet.log.filter((request) => request.method === wanted).length, method)
  }

  /** What the modal stores for the next visit; undefined when nothing. */
  storedConnection(): Promise<string | undefined> {
    return this.page.evaluate(() =>
      Object.keys(localStorage).find((key) => key.startsWith('@portico/') && key.endsWith('/connections')),
    )
  }

  /**
   * Runs `act`, which shakes the window, and returns how long the window shook. Listens in the page, because on a busy
   * machine the shake is over before a test can look.
   */
  async shakes(act: () => Promise<unknown>): Promise<string> {
    const heard = await this.page.getByTestId('w3m-modal-card').evaluateHandle((card) => ({
      shake: new Promise<string>((resolve) => {
        card.addEventListener('animationstart', ({ target }) => {
          if (target === card && card.matches('.ModalFrame-shake')) resolve(getComputedStyle(card).animationDuration)
        })
      }),
    }))
    await act()
    return heard.evaluate(({ shake }) => shake)
  }

  /** Waits until everything under way in the page has happened: two frames, and their effects. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))
        }),
    )
  }

  /** Waits until nothing in the window moves except endless animations. */
  async stands(): Promise<void> {
    await this.page.evaluate(async () => {
      const elements = document.querySelector('portico-modal')?.shadowRoot?.querySelectorAll('*') ?? []
      const animations = [...elements].flatMap((element) => element.getAnimations())
      await Promise.allSettled(
        animations
          .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
          .map(({ finished }) => finished),
      )
    })
  }

  /** The focused element inside the modal, as `TAG` and test id or label. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      let element: Element | null = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      const label = element?.getAttribute('data-testid') ?? element?.getAttribute('aria-label') ?? element?.textContent
      return `${element?.tagName.toLowerCase()} ${label ?? ''}`.trim()
    })
  }

  /** Another tab of the same visitor, with a playground of its own. It ends with the visit. */
  async newTab(query: Readonly<Record<string, unknown>> = {}): Promise<Visit> {
    const tab = new Visit(this.context, await this.context.newPage())
    await tab.goto(query)
    return tab
  }

  async end(): Promise<void> {
    if (this.context.isClosed()) return
    // A route handler may be about to answer a request that no page waits for any more.
    for (const page of this.context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await this.context.unrouteAll({ behavior: 'ignoreErrors' })
    await this.context.close()
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

/** A test body with a visit that is always ended: `test('…', visiting({ query }, async (visitor) => { … }))`. */
export const visiting = (options: VisitOptions, run: (visitor: Visit) => Promise<void>) => async () => {
  const visitor = await visit(options)
  try {
    await run(visitor)
  } finally {
    await visitor.end()
  }
}
