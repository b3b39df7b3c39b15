import type { ChainNamespace } from '@portico/contracts'
import { shellFile, shellUrl } from '../browser/support/deployment.ts'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { connectPhone, openCode, openPhone, shownUri, visitingWithPhone } from '../browser/support/phone.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const FIRST = `eip155:31337:${VISITOR}`
const CODE = shellUrl(shellFile('chunk:pairing'))
const withPrefetch = (prefetch: string) => ({ query: { options: { prefetch } } })
const row = ({ page }: Visit) => page.getByTestId('wallet-selector-walletconnect')
const isRequested = ({ requests }: Visit) => requests.includes(CODE)

const addressIn = (visitor: Visit, which: 'portico' | 'portico2') =>
  visitor.page.evaluate((name) => window[name]?.getAddress(), which)
const hasAddress = (visitor: Visit, which: 'portico' | 'portico2', address: string | undefined) =>
  visitor.page.waitForFunction(([name, wanted]) => window[name as 'portico']?.getAddress() === wanted, [
    which,
    address,
  ] as const)

/** Every violation that the browser reports. */
const recordViolations: VisitOptions['prepare'] = (context) =>
  context.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { violations })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })

test(
  'pairing, signing, restoring and disconnecting work under a strict policy with Trusted Types',
  visitingWithPhone({ query: { csp: 'strict' }, prepare: recordViolations }, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.reads('address', VISITOR)
    expect(await isSignedBy(FIRST, 'strictly', await sign(visitor, 'eip155', 'strictly'))).toBe(true)
    await visitor.page.reload()
    await visitor.reads('address', VISITOR)
    await visitor.openAccount()
    await visitor.dialog.getByTestId('disconnect-button').click()
    await visitor.reads('status', 'disconnected')
    await phone.hasSessions(0)
    expect(await visitor.page.evaluate(() => (globalThis as { violations?: string[] }).violations)).toEqual([])
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'only the services and the nodes of the site are contacted, and no frame is created',
  visitingWithPhone({ query: { families: 'eip155,solana,bip122' } }, async (visitor, phone) => {
    const sockets: string[] = []
    visitor.page.on('websocket', (socket) => sockets.push(socket.url()))
    await connectPhone(visitor, phone)
    await visitor.reads('address', VISITOR)
    for (const family of ['eip155', 'solana', 'bip122'] satisfies ChainNamespace[]) await sign(visitor, family, 'x')
    await visitor.page.reload()
    await visitor.reads('address', VISITOR)
    const { remotes, ...urls } = stack.urls
    const own = [...Object.values(urls), ...Object.values(remotes)].map((url) => new URL(url).host)
    const hosts = [...visitor.requests.filter((url) => !url.startsWith('data:')), ...sockets].map(
      (url) => new URL(url).host,
    )
    expect([...new Set(hosts)].filter((host) => !own.includes(host))).toEqual([])
    expect([...new Set(sockets.map((url) => new URL(url).pathname))]).toEqual(['/relay'])
    expect(await visitor.page.locator('iframe').count()).toBe(0)
    expect(visitor.page.frames()).toHaveLength(1)
  }),
)

test(
  'the pairing scripts are not requested before the visitor shows intent; pointing at the row fetches them',
  visiting({}, async (visitor) => {
    await visitor.open()
    await visitor.devWallet.waitFor()
    await visitor.page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await visitor.settled()
    expect(isRequested(visitor)).toBe(false)
    const code = visitor.page.waitForRequest(CODE)
    await row(visitor).hover()
    await code
    expect(await visitor.view('Connect').count()).toBe(1)
  }),
)

test(
  'focus on the pairing row counts as intent',
  visiting({}, async (visitor) => {
    await visitor.open()
    expect(isRequested(visitor)).toBe(false)
    const code = visitor.page.waitForRequest(CODE)
    await row(visitor).focus()
    await code
  }),
)

test(
  "with prefetch: 'idle' the pairing scripts are fetched on idle once the window is open",
  visiting(withPrefetch('idle'), async (visitor) => {
    await visitor.page.mouse.move(0, 0)
    await visitor.page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect(isRequested(visitor)).toBe(false)
    const code = visitor.page.waitForRequest(CODE)
    await visitor.onPage((modal) => modal.open())
    await code
  }),
)

test(
  "with prefetch: 'none' only the press fetches the pairing scripts",
  visiting(withPrefetch('none'), async (visitor) => {
    await visitor.open()
    await row(visitor).hover()
    await row(visitor).focus()
    await visitor.page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await visitor.settled()
    expect(isRequested(visitor)).toBe(false)
    await row(visitor).click()
    expect(await shownUri(visitor)).toMatch(/^wc:/)
  }),
)

test(
  'two modals on one page each have their own session, and end it separately',
  visitingWithPhone({ query: { modals: '2' } }, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.reads('address', VISITOR)
    expect(await addressIn(visitor, 'portico2')).toBeUndefined()
    await phone.choose({ accounts: [1] })
    await visitor.page.evaluate(() => window.portico2?.open())
    await row(visitor).click()
    await phone.pair(await shownUri(visitor))
    await visitor.dialog.waitFor({ state: 'detached' })
    const second = await phone.does((it) => it.addresses('eip155:31337')[1] ?? '')
    await hasAddress(visitor, 'portico2', second)
    expect(await addressIn(visitor, 'portico')).toBe(VISITOR)
    await phone.hasSessions(2)
    await visitor.page.reload()
    await hasAddress(visitor, 'portico', VISITOR)
    await hasAddress(visitor, 'portico2', second)
    await visitor.page.evaluate(() => window.portico?.disconnect())
    await phone.hasSessions(1)
    expect(await addressIn(visitor, 'portico2')).toBe(second)
  }),
)

test(
  'two modals that share their storage share the session',
  visitingWithPhone({ query: { modals: 'shared' } }, async (visitor, phone) => {
    await visitor.page.evaluate(() => window.portico2?.ready())
    await visitor.onPage((modal) => modal.open())
    await row(visitor).click()
    await phone.pair(await shownUri(visitor))
    await visitor.reads('address', VISITOR)
    await hasAddress(visitor, 'portico2', VISITOR)
    await visitor.page.evaluate(() => window.portico2?.disconnect())
    await visitor.reads('status', 'disconnected')
    await phone.hasSessions(0)
  }),
)

test(
  'another tab picks up the session, signs with it and loses it along with the first tab',
  visitingWithPhone({}, async (visitor, phone) => {
    const tab = await visitor.newTab()
    await tab.onPage((modal) => modal.ready())
    await connectPhone(visitor, phone)
    await visitor.reads('address', VISITOR)
    await tab.reads('address', VISITOR)
    expect(await isSignedBy(FIRST, 'there', await sign(tab, 'eip155', 'there'))).toBe(true)
    expect(await isSignedBy(FIRST, 'here', await sign(visitor, 'eip155', 'here'))).toBe(true)
    await tab.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await phone.hasSessions(0)
  }),
)

test(
  'a tab that has already shown its own code also picks up the session, without affecting the first tab',
  visitingWithPhone({}, async (visitor, phone) => {
    const tab = await visitor.newTab()
    await openCode(tab)
    await tab.close()
    await connectPhone(visitor, phone)
    await tab.reads('address', VISITOR)
    expect(await isSignedBy(FIRST, 'there', await sign(tab, 'eip155', 'there'))).toBe(true)
    await visitor.page.reload()
    await visitor.reads('address', VISITOR)
  }),
)

test(
  'a session ended by the phone ends in every tab',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.reads('address', VISITOR)
    const tab = await visitor.newTab()
    await tab.reads('address', VISITOR)
    await phone.does((it) => it.disconnect())
    await visitor.reads('status', 'disconnected')
    await tab.reads('status', 'disconnected')
  }),
)

/** Makes the page's storage reject writes, or any access. The playground's wallets are not part of the page. */
const breakStorage =
  (how: 'full' | 'blocked'): VisitOptions['prepare'] =>
  (context) =>
    context.addInitScript((kind) => {
      const { localStorage } = window
      const isWallet = () => (document.currentScript as HTMLScriptElement | null)?.src.endsWith('/wallet.js')
      if (kind === 'full') {
        Storage.prototype.setItem = () => {
          throw new DOMException('storage is full', 'QuotaExceededError')
        }
        return
      }
      Object.defineProperty(window, 'localStorage', {
        get() {
          if (isWallet()) return localStorage
          throw new DOMException('storage is blocked', 'SecurityError')
        },
      })
    }, how)

test.each(['full', 'blocked'] as const)(
  'with storage %s, a phone still pairs and signs, but is not remembered',
  (how) =>
    visitingWithPhone({ prepare: breakStorage(how) }, async (visitor, phone) => {
      await connectPhone(visitor, phone)
      await visitor.reads('address', VISITOR)
      expect(await isSignedBy(FIRST, 'kept nowhere', await sign(visitor, 'eip155', 'kept nowhere'))).toBe(true)
      await visitor.openNetworks()
      await visitor.choose('Portico Second')
      await visitor.reads('chain-id', '31338')
      await visitor.page.reload()
      await visitor.reads('status', 'disconnected')
    })(),
)

test(
  'the pairing link appears in no console and no URL',
  visiting({}, async (visitor) => {
    const uri = await openCode(visitor)
    const key = uri.split('symKey=')[1]?.split('&')[0] ?? 'no key'
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    const phone = await openPhone(visitor)
    try {
      await phone.behave({ answer: 'approve' })
      await phone.pair(uri)
      await visitor.reads('address', VISITOR)
    } finally {
      await phone.end()
    }
    expect(visitor.console.join('\n')).not.toContain(key)
    expect(visitor.requests.join('\n')).not.toContain(key)
    expect(visitor.page.url()).not.toContain(key)
  }),
)

/** Session proposals, which the relay receives as messages of this kind. */
const PROPOSAL = /"tag":1100|wc_proposeSession/

test.each(['connecting', 'closing'] as const)('%s ends the pairing, and no other starts in the background', (way) =>
  visitingWithPhone({}, async (visitor, phone) => {
    const proposals: string[] = []
    visitor.page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (PROPOSAL.test(String(payload))) proposals.push(String(payload))
      }),
    )
    const uri = await openCode(visitor)
    if (way === 'connecting') {
      await phone.pair(uri)
      await visitor.reads('address', VISITOR)
    } else await visitor.close()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.stands()
    await visitor.settled()
    // The page's requests to the relay are sequential, so this response shows that nothing was pending before it.
    if (way === 'connecting') await sign(visitor, 'eip155', 'in turn')
    expect(proposals).toHaveLength(1)
  })(),
)
