import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { PhoneVisit, shownUri, visitingWithPhone } from '../browser/support/phone.ts'
import { stack } from '../browser/support/stack.ts'
import {
  closeBrowser,
  playgroundUrl,
  VISITOR,
  type Visit,
  type VisitOptions,
  visit,
  visiting,
} from '../browser/support/visit.ts'

const servers: Server[] = []
afterAll(async () => {
  await closeBrowser()
  for (const server of servers) server.close().closeAllConnections()
})

const FIRST = `eip155:31337:${VISITOR}`
const CHOICE = 'WALLETCONNECT_DEEPLINK_CHOICE'

const PAGE = 'https://pocket.example'
/** Serves the phone at the wallet's https address, because a directory would not list the phone's own address. */
const servePage: VisitOptions['prepare'] = (context) =>
  context.route(`${PAGE}/**`, (route) =>
    route.fulfill({ status: 302, headers: { location: route.request().url().replace(PAGE, stack.urls.phone) } }),
  )

/** Custom wallets of the site, so that a test can follow every link. */
const pocket = (number: number) => ({
  id: `pocket-${number}`,
  name: `Pocket ${number}`,
  homepage: 'https://pocket.example/',
  mobile_link: `pocket${number}://`,
  webapp_link: PAGE,
  desktop_link: `pocket${number}-desktop:`,
})
const shop = (...numbers: number[]) => ({
  options: {
    customWallets: numbers.map(pocket),
    features: { connectorTypeOrder: ['custom', 'recent', 'walletConnect'] },
  },
})

const UA = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
} as const

type Opened = [href: string, target: string, features: string]

/** Records links instead of opening them. */
const noteLinks: VisitOptions['prepare'] = (context) =>
  context.addInitScript(() => {
    const opened: unknown[] = []
    Object.assign(globalThis, { opened })
    window.open = (...asked) => {
      opened.push(asked.map(String))
      return null
    }
  })
const opened = (page: Pick<Visit['page'], 'evaluate'>): Promise<Opened[]> =>
  page.evaluate(() => (globalThis as { opened?: unknown }).opened as Opened[])

const onPhone = (system: keyof typeof UA, more: VisitOptions = {}): VisitOptions => ({
  viewport: { width: 390, height: 740 },
  hasTouch: true,
  isMobile: true,
  userAgent: UA[system],
  prepare: noteLinks,
  ...more,
})

const walletRow = ({ page }: Visit, number: number) => page.getByTestId(`wallet-selector-pocket-${number}`)
const openButton = ({ page }: Visit) => page.getByTestId('w3m-connecting-widget-secondary-button')
const choice = ({ page }: Visit) => page.evaluate((key) => localStorage.getItem(key), CHOICE)

/** The URI that the copy button provides. */
async function copied({ page }: Visit): Promise<string> {
  await page.getByTestId('wui-link-copy').click()
  await page.getByText('Link copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

test(
  'a wallet with a mobile, web and desktop app has a tab for each, and each tab passes the pairing to its app',
  visiting({ query: shop(1), prepare: noteLinks }, async (visitor) => {
    const { page } = visitor
    await visitor.open()
    await walletRow(visitor, 1).click()
    const uri = await shownUri(visitor)
    expect(await visitor.title.textContent()).toBe('Pocket 1')
    const tabs = visitor.dialog.getByRole('tab')
    expect(await tabs.allTextContents()).toEqual(['Mobile', 'Webapp', 'Desktop'])
    expect(await page.getByTestId('tab-mobile').getAttribute('aria-selected')).toBe('true')

    await page.getByTestId('tab-webapp').click()
    await openButton(visitor).click()
    expect(await copied(visitor)).toBe(uri)
    await page.getByTestId('tab-desktop').click()
    await openButton(visitor).click()
    const query = `wc?uri=${encodeURIComponent(uri)}`
    expect(await opened(page)).toEqual([
      [`${PAGE}/${query}`, '_blank', 'noopener,noreferrer'],
      [`pocket1-desktop://${query}`, '_blank', 'noopener,noreferrer'],
    ])
    await page.getByTestId('tab-mobile').click()
    expect(await shownUri(visitor)).toBe(uri)
  }),
)

test(
  'the web app of a wallet, opened in its own tab, pairs and signs',
  visiting({ query: shop(1), prepare: servePage }, async (visitor) => {
    await visitor.open()
    await walletRow(visitor, 1).click()
    await shownUri(visitor)
    await visitor.page.getByTestId('tab-webapp').click()
    const coming = visitor.context.waitForEvent('page')
    await openButton(visitor).click()
    const phone = new PhoneVisit(visitor.context, await coming)
    await phone.page.waitForFunction(() => window.phone)
    expect(await phone.page.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await phone.answers('approve')
    await visitor.reads('address', VISITOR)
    await phone.behave({ answer: 'approve' })
    expect(await isSignedBy(FIRST, 'beside', await sign(visitor, 'eip155', 'beside'))).toBe(true)
  }),
)

test.each<[string, VisitOptions, object, (uri: string) => Opened]>([
  [
    'by its scheme',
    onPhone('android'),
    {},
    (uri) => [`pocket1://wc?uri=${encodeURIComponent(uri)}`, '_self', 'noreferrer noopener'],
  ],
  [
    'by its universal link, if the wallet lists one',
    onPhone('ios'),
    { mobile_link: 'https://pocket.example/app' },
    (uri) => [`https://pocket.example/app/wc?uri=${encodeURIComponent(uri)}`, '_self', 'noreferrer noopener'],
  ],
  [
    'out of Telegram on Android, which decodes the link once',
    onPhone('android', {
      prepare: async (context, page) => {
        await noteLinks(context, page)
        await context.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }))
      },
    }),
    {},
    (uri) => [`pocket1://wc?uri=${encodeURIComponent(encodeURIComponent(uri))}`, '_blank', 'noreferrer noopener'],
  ],
])('on a phone one press opens the app of a wallet %s', (_, options, change, expected) =>
  visiting({ ...options, query: { options: { customWallets: [{ ...pocket(1), ...change }] } } }, async (visitor) => {
    await visitor.open()
    await walletRow(visitor, 1).tap()
    await visitor.view('ConnectingWalletConnect').waitFor()
    await openButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
    expect(await opened(visitor.page)).toEqual([])
    const uri = await copied(visitor)
    await openButton(visitor).tap()
    expect(await opened(visitor.page)).toEqual([expected(uri)])
  })(),
)

test('the button is disabled until the link is ready', async () => {
  let letThrough: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  const visitor = await visit(
    onPhone('android', {
      query: { options: { customWallets: [pocket(1)], prefetch: 'none' } },
      prepare: async (context) => {
        await context.routeWebSocket(/\/relay/, async (socket) => {
          await held
          socket.connectToServer()
        })
      },
    }),
  )
  try {
    await visitor.open()
    await walletRow(visitor, 1).tap()
    await openButton(visitor).waitFor()
    expect(await openButton(visitor).isDisabled()).toBe(true)
    letThrough()
    await openButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
  } finally {
    await visitor.end()
  }
})

/**
 * A third-party page with the shop in a frame. It has its own server: to the browser, responses that a test fulfills
 * come from the internet, and such pages may not open a page of this machine.
 */
async function pageAround(src: string): Promise<string> {
  const frame = `<iframe width="380" height="700" src="${src.replaceAll('&', '&amp;')}"></iframe>`
  const body = `<!doctype html><meta name="viewport" content="width=device-width">${frame}`
  const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end(body))
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test(
  'in a frame of another page the link opens outside the frame',
  visiting(onPhone('android'), async (visitor) => {
    const { page } = visitor
    await page.goto(await pageAround(playgroundUrl({ options: { customWallets: [pocket(1)] } })))
    const frame = page.frameLocator('iframe')
    await frame.locator('button[data-portico]').first().tap()
    await frame.getByTestId('wallet-selector-pocket-1').tap()
    await frame.locator('[data-testid="w3m-connecting-widget-secondary-button"]:enabled').tap()
    const inside = page.frames()[1]
    expect((await opened(inside ?? page)).map(([, target]) => target)).toEqual(['_top'])
  }),
)

test(
  'the app that a visitor paired with is remembered, and opened again for the next request of the site',
  visitingWithPhone(onPhone('android', { query: shop(1) }), async (visitor, phone) => {
    await visitor.open()
    await walletRow(visitor, 1).tap()
    await openButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
    const uri = await copied(visitor)
    await openButton(visitor).tap()
    expect(await choice(visitor)).toBeNull()
    await phone.pair(uri)
    await visitor.reads('address', VISITOR)
    expect(JSON.parse((await choice(visitor)) ?? '{}')).toEqual({ href: 'pocket1://', name: 'Pocket 1' })
    expect(await isSignedBy(FIRST, 'again', await sign(visitor, 'eip155', 'again'))).toBe(true)
    expect((await opened(visitor.page)).at(-1)?.[0]).toMatch(
      /^pocket1:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/,
    )
  }),
)

test(
  'a code scanned by another device clears the remembered app',
  visitingWithPhone({ query: shop(1) }, async (visitor, phone) => {
    const left = JSON.stringify({ href: 'old://', name: 'Old' })
    await visitor.page.evaluate(([key, value]) => localStorage.setItem(key, value), [CHOICE, left] as const)
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    const uri = await shownUri(visitor)
    expect(await choice(visitor)).toBe(left)
    await phone.pair(uri)
    await visitor.reads('address', VISITOR)
    expect(await choice(visitor)).toBeNull()
  }),
)

/** Connects with the code of one of the wallets, and disconnects again. */
async function useOnce(visitor: Visit, phone: PhoneVisit, number: number): Promise<void> {
  await visitor.open()
  await walletRow(visitor, number).first().click()
  await phone.pair(await shownUri(visitor))
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('address', VISITOR)
  await visitor.onPage((modal) => modal.disconnect())
  await visitor.reads('status', 'disconnected')
}

test(
  'the two wallets used last come first on the next visit, unlike those that were only viewed',
  visitingWithPhone({ query: { options: { customWallets: [1, 2, 3].map(pocket) } } }, async (visitor, phone) => {
    for (const number of [1, 2, 3]) await useOnce(visitor, phone, number)
    await visitor.open()
    await walletRow(visitor, 1).first().click()
    await shownUri(visitor)
    await visitor.page.reload()
    await visitor.open()
    const recent = visitor.dialog.getByRole('button', { name: /recent/i })
    await recent.first().waitFor()
    expect(await recent.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-testid')))).toEqual([
      'wallet-selector-pocket-3',
      'wallet-selector-pocket-2',
    ])
  }),
)
