import type { Browser, BrowserContext, Page, Request, WebSocket } from 'playwright-core'

/** So Chromium says that a content security policy did it. */
const isRefused = (request: Request) => request.failure()?.errorText === 'csp'

/** `blob:` and `data:` have none. */
const hostsOf = (requests: readonly Pick<Request, 'url'>[]) => {
  const hosts = requests.map((request) => new URL(request.url()).hostname)
  return [...new Set(hosts.filter((host) => host !== ''))]
}

/** A visitor of the page with the client that is not ours: a fresh profile, and all that is asked for from it. */
export class ForeignVisit {
  /** Console errors and uncaught exceptions, in order. */
  readonly problems: string[] = []
  /** Answers that were none, as `404 POST /path`: those of the frame's own services are among them. */
  readonly refusals: string[] = []
  private readonly asked: Request[] = []
  private readonly sockets: WebSocket[] = []

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    context.on('request', (request) => this.asked.push(request))
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

  /** Hosts that the page, its frames and its sockets have asked, whether or not they were let through. */
  get askedHosts(): readonly string[] {
    return hostsOf([...this.asked.filter((request) => !isRefused(request)), ...this.sockets])
  }

  /** Hosts that the page's own policy would not let be asked. */
  get refusedHosts(): readonly string[] {
    return hostsOf(this.asked.filter(isRefused))
  }

  /** Resolves when the client has started: what it does of its own accord ends with this question. */
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

  /** Takes note of a problem that has to be there: it counts as none. @throws Error when there is none */
  takeProblem(text: string): void {
    const index = this.problems.findIndex((problem) => problem.includes(text))
    if (index < 0) throw new Error(`Nothing was said of: ${text}`)
    this.problems.splice(index, 1)
  }

  back(): Promise<void> {
    return this.page.getByTestId('header-back').click()
  }

  /** Waits until a picture is drawn, and tells how wide it is; 0 when it is none. */
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
