import type { Browser, BrowserContext, Page, Request, WebSocket } from 'playwright-core'

/** Chromium's error text for a request blocked by a content security policy. */
const isRefused = (request: Request) => request.failure()?.errorText === 'csp'

/** `blob:` and `data:` have no host. */
const hostsOf = (requests: readonly Pick<Request, 'url'>[]) => {
  const hosts = requests.map((request) => new URL(request.url()).hostname)
  return [...new Set(hosts.filter((host) => host !== ''))]
}

/** A visitor to the page with the third-party client: a fresh profile, and all its requests. */
export class ForeignVisit {
  /** Console errors and uncaught exceptions, in order. */
  readonly problems: string[] = []
  /** Error answers, as `404 POST /path`, including those of the frame's own services. */
  readonly refusals: string[] = []
  private readonly requests: Request[] = []
  private readonly sockets: WebSocket[] = []

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    context.on('request', (request) => this.requests.push(request))
    context.on('response', (answer) => {
      if (answer.status() < 400) return
      this.refusals.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`)
    })
    page.on('websocket', (socket) => this.sockets.push(socket))
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.message}`))
  }

  /** Hosts that the page, its frames and its sockets tried to contact, allowed or not. */
  get askedHosts(): readonly string[] {
    return hostsOf([...this.requests.filter((request) => !isRefused(request)), ...this.sockets])
  }

  /** Hosts that the page's own policy blocked. */
  get refusedHosts(): readonly string[] {
    return hostsOf(this.requests.filter(isRefused))
  }

  /** Resolves when the client has started: the last of its initial requests is done. */
  static async begin(browser: Browser, url: string): Promise<ForeignVisit> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const visitor = new ForeignVisit(context, await context.newPage())
    const started = visitor.page.waitForResponse((answer) => new URL(answer.url()).pathname === '/getAnalyticsConfig')
    await Promise.all([visitor.page.goto(url), started])
    return visitor
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect' }).click()
    await this.page.getByTestId('w3m-modal-card').waitFor()
  }

  closed(): Promise<void> {
    return this.page.getByTestId('w3m-modal-card').waitFor({ state: 'hidden' })
  }

  /** Removes an expected problem from `problems`. @throws Error when it is not there */
  takeProblem(text: string): void {
    const index = this.problems.findIndex((problem) => problem.includes(text))
    if (index < 0) throw new Error(`Nothing was said of: ${text}`)
    this.problems.splice(index, 1)
  }

  back(): Promise<void> {
    return this.page.getByTestId('header-back').click()
  }

  /** Waits until a picture is loaded, and returns its width; 0 when it is broken. */
  async pictureWidth(name: string): Promise<number> {
    const picture = this.page.getByRole('img', { name, exact: true })
    return picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode().catch(() => {})
      return image.naturalWidth
    })
  }

  /** The number before a unit, as in `1,234.5 ETH`. */
  async amountOf(unit: string): Promise<number> {
    const amount = new RegExp(`([\\d,.]+)\\s+${unit}\\b`)
    const text = await this.page.getByText(amount).first().textContent()
    return Number(amount.exec(text ?? '')?.[1]?.replaceAll(',', ''))
  }

  end(): Promise<void> {
    return this.context.close()
  }
}
