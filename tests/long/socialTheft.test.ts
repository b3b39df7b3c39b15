import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { WALLET_PROJECT_ID } from '../../scripts/local.mjs'
import { until } from '../../services/testing/until.ts'
import { frameOf } from '../browser/support/approvals.ts'
import { withoutWallet } from '../browser/support/embeddedWallet.ts'
import { newPerson, signInAs, windowOf } from '../browser/support/socialLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, playgroundUrl, type Visit, visiting } from '../browser/support/visit.ts'

/**
 * A hostile page that the project allows starts a login at a provider with its own key, and has its visitor sign in
 * there. With the code it would get a session of that visitor's wallet.
 */

jest.setTimeout(90_000)

interface Heard {
  readonly resultUri?: string
  readonly type?: string
  readonly id?: string
  readonly payload?: { readonly message?: string }
}
type Listening = typeof window & { heard: Heard[]; target: string }

const LISTEN = `
  window.heard = []
  addEventListener('message', ({ data }) => heard.push(data))`

/** The hostile page contains the wallet's frame, and records the messages to itself and to a frame of its own. */
const PAGE = `<!doctype html><title>win a prize</title><script>${LISTEN}</script>
  <button onclick="window.open(target, 'prize', 'width=600,height=800')">Sign in to win</button>
  <iframe src="/inside"></iframe>
  <iframe name="w3m-secure-iframe" src="${stack.urls?.secureSite}/sdk?projectId=${WALLET_PROJECT_ID}"></iframe>`
const INSIDE = `<!doctype html><script>addEventListener('message', ({ data }) => parent.postMessage(data, '*'))</script>`

const asked: string[] = []
const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  response.setHeader('content-type', 'text/html').end(url === '/inside' ? INSIDE : PAGE)
})
/** In development the project allows pages of this machine. */
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
beforeEach(() => void asked.splice(0))
afterAll(async () => {
  server.close()
  await closeBrowser()
})

/** Calls the login service as a program that pretends to be the secure site. */
async function askLogin(path: string, body: unknown): Promise<Record<string, string>> {
  const response = await fetch(`${stack.urls.services}/login/v1/social/${path}?projectId=${WALLET_PROJECT_ID}`, {
    method: 'POST',
    headers: { origin: stack.urls.secureSite },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Record<string, string>
}

/** A login attempt for the attacker's key. */
async function beginWithOwnKey() {
  const keyThumbprint = randomBytes(32).toString('base64url')
  const begun = await askLogin('start', { provider: 'github', page: origin(), keyThumbprint })
  const { attempt = '', url = '' } = begun
  const state = new URL(url).searchParams.get('state') ?? ''
  return { attempt, url, state, finish: (code: string) => askLogin('finish', { attempt, state, code }) }
}

const heardBy = (page: Pick<Page, 'evaluate'>): Promise<Heard[]> =>
  page.evaluate(() => JSON.parse(JSON.stringify((window as unknown as Listening).heard)))

/** Records the messages to the wallet's frame, as developer tools can but the page cannot. */
const tapFrame = (visitor: Visit) => frameOf(visitor).evaluate(LISTEN)

/** Opens the page and starts listening in its frame. */
async function lure({ page }: Visit): Promise<void> {
  await page.goto(origin())
  await page.waitForFunction(() =>
    (window as unknown as Listening).heard.some(({ type }) => type === '@w3m-frame/READY'),
  )
}

/** The visitor presses the page's button, and signs in at the provider that opens. */
async function signInAtWindow(visitor: Visit, url: string): Promise<void> {
  const { page } = visitor
  await page.evaluate((target) => Object.assign(window, { target }), url)
  const popup = await windowOf(visitor, () => page.getByRole('button').click())
  await Promise.all([popup.waitForEvent('close'), signInAs(popup, newPerson())])
  await page.waitForFunction(() => (window as unknown as Listening).heard.some(({ resultUri }) => resultUri))
}

/** The code of the visitor's sign-in, received by the wallet's frame. */
const codeInFrame = (visitor: Visit) =>
  until(async () => /[?&]code=([\w-]+)/.exec(JSON.stringify(await heardBy(frameOf(visitor))))?.[1])

/** Makes the page ask the wallet's frame to finish the login with a URI. */
async function finishInFrame({ page }: Visit, uri: string): Promise<Heard | undefined> {
  const id = `finish ${uri.length}`
  await page.evaluate(
    ([name, given]) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')?.contentWindow
      frame?.postMessage({ type: '@w3m-app/CONNECT_SOCIAL', id: name, payload: { uri: given } }, '*')
    },
    [id, uri] as const,
  )
  await page.waitForFunction(
    (answered) => (window as unknown as Listening).heard.some((message) => message.id === answered),
    id,
  )
  return (await heardBy(page)).find((message) => message.id === id)
}

test(
  'a page that starts with its own key learns of the sign-in, but gets no code to finish with',
  visiting(withoutWallet(), async (visitor) => {
    await lure(visitor)
    await tapFrame(visitor)
    const { url, state, finish } = await beginWithOwnKey()
    await signInAtWindow(visitor, url)
    const heard = await heardBy(visitor.page)
    expect(heard.filter(({ resultUri }) => resultUri)).toEqual([
      { resultUri: `${stack.urls.secureSite}/back?state=${state}` },
    ])

    const code = await codeInFrame(visitor)
    expect(JSON.stringify(heard)).not.toContain(code)
    expect(asked.join()).not.toContain(code)
    // The frame has not started this login, so it does not help the page, with or without the message.
    const back = `${stack.urls.secureSite}/back?state=${state}`
    for (const uri of [back, `${back}&code=${code}`]) {
      expect(await finishInFrame(visitor, uri)).toMatchObject({ type: '@w3m-frame/CONNECT_SOCIAL_ERROR' })
    }
    // Only the code was missing.
    expect(await finish(code)).toMatchObject({ outcome: 'accepted' })
  }),
)

test(
  'a page that requests a redirect to itself, as mini apps do, gets no code',
  visiting(withoutWallet(), async (visitor) => {
    const leading = (url: string, state: string) => url.replace(state, `${state}--${encodeURIComponent(origin())}`)
    await lure(visitor)
    await tapFrame(visitor)
    const first = await beginWithOwnKey()
    await signInAtWindow(visitor, leading(first.url, first.state))
    const code = await codeInFrame(visitor)
    expect(JSON.stringify(await heardBy(visitor.page))).not.toContain(code)

    // This time the page itself navigates to the provider, without a window.
    const second = await beginWithOwnKey()
    await visitor.page.goto(leading(second.url, second.state))
    await signInAs(visitor.page, newPerson())
    await visitor.page.getByText('This window lost its connection to the page that opened it.').waitFor()
    expect(visitor.page.url()).toBe(`${stack.urls.secureSite}/back`)
    expect(asked.join()).not.toMatch(/code|result_uri/)
  }),
)

test(
  'a page inside a frame can still sign its visitor in',
  visiting(withoutWallet(), async ({ page }) => {
    const inner = playgroundUrl(withoutWallet().query)
    await page.route(`${stack.urls.playground}/around`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><iframe name="shop" width=1000 height=700></iframe>',
      }),
    )
    await page.goto(`${stack.urls.playground}/around`)
    await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), inner)
    const shop = page.frameLocator('iframe[name=shop]')
    await shop.locator('button[data-portico]').first().click()
    const github = shop.getByTestId('social-selector-github')
    const more = shop.getByTestId('social-selector-more')
    await github.or(more).first().waitFor()
    if (!(await github.isVisible())) await more.click()
    const [popup] = await Promise.all([page.waitForEvent('popup'), github.click()])
    await Promise.all([popup.waitForEvent('close'), signInAs(popup, newPerson())])
    await shop
      .getByTestId('w3m-status')
      .and(shop.getByText('connected', { exact: true }))
      .waitFor()
  }),
)
