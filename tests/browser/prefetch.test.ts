import { INDEX_URL, shellUrl } from './support/deployment.ts'
import { stack } from './support/stack.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

const SHELL = shellUrl('shell.js')
const LOADER = `${stack.urls.host}/portico.js`

/** The modal's requests: all that do not go to the page's own origin. */
const asked = ({ requests }: Visit) =>
  requests.filter((url) => !url.startsWith(stack.urls.playground) && !url.startsWith('data:'))

/** Resolves when all deferred idle callbacks have run. */
const isIdle = async ({ page }: Visit) => {
  await page.waitForLoadState('load')
  // A page that paints nothing may never count as idle: then the timeout decides.
  await page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestIdleCallback(() => requestIdleCallback(() => done(), { timeout: 1_000 }), { timeout: 1_000 }),
      ),
  )
}

const button = ({ page }: Visit) => page.getByTestId('connect-button')
const withPrefetch = (prefetch: string) => ({ query: { options: { prefetch } } })

/** Events that the site's own listener received. */
const heard = ({ page }: Visit) => page.evaluate(() => (globalThis as { heard?: string[] }).heard)
const listen = (visitor: Visit) =>
  visitor.onPage((modal) => {
    const events: string[] = []
    Object.assign(globalThis, { heard: events })
    modal.subscribeEvents(({ data }) => events.push(data.event))
  })

test(
  'without a stored connection only the loader is requested before the visitor shows intent',
  visiting({}, async (visitor) => {
    await isIdle(visitor)
    await visitor.page.getByRole('heading', { name: 'Small things that grow slowly' }).hover()
    await visitor.page.getByTestId('theme-button').focus()
    await isIdle(visitor)
    expect(asked(visitor)).toEqual([LOADER])
  }),
)

test.each(['hover', 'focus'] as const)('intent by %s loads shell, index and configuration in parallel, once', (way) =>
  visiting({}, async (visitor) => {
    await listen(visitor)
    const shell = visitor.page.waitForResponse(SHELL)
    await button(visitor)[way]()
    await (await shell).finished()
    await visitor.onPage((modal) => modal.ready())
    const [loader, ...rest] = asked(visitor)
    expect(loader).toBe(LOADER)
    expect(
      rest
        .slice(0, 3)
        .map((url) => url.replace(/\?.*/, ''))
        .sort(),
    ).toEqual([INDEX_URL, SHELL, `${stack.urls.services}/appkit/v1/config`].sort())
    expect(rest.filter((url) => url === SHELL)).toHaveLength(1)
    expect(await visitor.dialog.count()).toBe(0)
    // No event is sent before the first open.
    expect(await heard(visitor)).toEqual([])
    await visitor.open()
    expect(await heard(visitor)).toEqual(['INITIALIZE', 'MODAL_OPEN'])
    expect(asked(visitor).filter((url) => url === SHELL)).toHaveLength(1)
  })(),
)

test(
  'with prefetch none, only the press sends requests, not intent',
  visiting(withPrefetch('none'), async (visitor) => {
    await button(visitor).hover()
    await button(visitor).focus()
    await isIdle(visitor)
    expect(asked(visitor)).toEqual([LOADER])
    await visitor.open()
    expect(asked(visitor)).toContain(SHELL)
  }),
)

test(
  'with prefetch idle, the shell is loaded when the page has loaded and is idle',
  visiting(withPrefetch('idle'), async (visitor) => {
    await visitor.page.waitForFunction((url) => performance.getEntriesByName(url).length > 0, SHELL)
    expect(await isAfterLoad(visitor)).toBe(true)
    expect(await visitor.dialog.count()).toBe(0)
  }),
)

describe('with prefetch visible', () => {
  const isFetched = ({ page }: Visit) =>
    page.waitForFunction((url) => performance.getEntriesByName(url).length > 0, SHELL)
  /** Reloads the page so that it starts with this script. */
  async function startWith({ page, requests }: Visit, script: () => void): Promise<void> {
    const url = page.url()
    // The previous page may be about to send a request.
    await page.goto('about:blank')
    requests.length = 0
    await page.addInitScript(script)
    await page.addInitScript(() => {
      const { querySelectorAll } = Document.prototype
      const looks = { count: 0 }
      Object.assign(globalThis, { looks })
      Document.prototype.querySelectorAll = function (this: Document, selectors: string) {
        if (selectors.includes('data-portico-in')) looks.count++
        return querySelectorAll.call(this, selectors) as never
      }
    })
    await page.goto(url)
  }
  /** The loader has looked twice for buttons, and the page has been idle since. */
  async function hasLooked(visitor: Visit): Promise<void> {
    await visitor.page.evaluate(() => Object.assign((globalThis as never as { looks: object }).looks, { count: 0 }))
    await visitor.page.waitForFunction(() => (globalThis as never as { looks: { count: number } }).looks.count > 1)
    await isIdle(visitor)
  }
  const belowTheFold = () =>
    addEventListener('DOMContentLoaded', () => {
      document.body.style.paddingTop = '4000px'
    })

  test(
    'the shell is loaded when a connect button is in sight and the page is idle',
    visiting(withPrefetch('visible'), async (visitor) => {
      await isFetched(visitor)
      expect(await isAfterLoad(visitor)).toBe(true)
      expect(await visitor.dialog.count()).toBe(0)
      expect(asked(visitor).filter((url) => url === SHELL)).toHaveLength(1)
    }),
  )

  test(
    'a button below the fold counts only when the visitor scrolls to it',
    visiting(withPrefetch('visible'), async (visitor) => {
      await startWith(visitor, belowTheFold)
      await hasLooked(visitor)
      expect(asked(visitor)).toEqual([LOADER])
      await button(visitor).evaluate((element) => element.scrollIntoView())
      await isFetched(visitor)
    }),
  )

  test(
    'a button added later counts, even in the shadow root of a marked element; a button of another modal does not',
    visiting(withPrefetch('visible'), async (visitor) => {
      await startWith(visitor, belowTheFold)
      await hasLooked(visitor)
      const add = (key: string) =>
        visitor.page.evaluate((name) => {
          const element = document.createElement('div')
          element.dataset.porticoIn = ''
          if (name) element.dataset.porticoKey = name
          element.attachShadow({ mode: 'open' }).innerHTML = '<button data-portico>Connect</button>'
          document.body.prepend(element)
          element.style.cssText = 'position: fixed; top: 0'
        }, key)
      await add('another')
      await hasLooked(visitor)
      expect(asked(visitor)).toEqual([LOADER])
      await add('')
      await isFetched(visitor)
    }),
  )

  test.each([
    ['who save data', () => ({ saveData: true, effectiveType: '4g' })],
    ['on 2G', () => ({ saveData: false, effectiveType: '2g' })],
  ] as const)('nothing is fetched for visitors %s before they show intent', (_, connection) =>
    visiting(withPrefetch('visible'), async (visitor) => {
      const value = JSON.stringify(connection())
      await startWith(
        visitor,
        new Function(`Object.defineProperty(Navigator.prototype, 'connection', { value: ${value} })`) as () => void,
      )
      await hasLooked(visitor)
      expect(asked(visitor)).toEqual([LOADER])
      await button(visitor).hover()
      await isFetched(visitor)
    })(),
  )
})

const isAfterLoad = ({ page }: Visit) =>
  page.evaluate((url) => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return (
      (performance.getEntriesByName(url)[0]?.startTime ?? 0) >= (navigation?.loadEventStart ?? Number.POSITIVE_INFINITY)
    )
  }, SHELL)

test.each(['intent', 'none'])(
  'a stored connection is restored when the page is idle, without a prompt (%s)',
  (prefetch) =>
    visiting(withPrefetch(prefetch), async (visitor) => {
      await visitor.connect()
      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      expect(await isAfterLoad(visitor)).toBe(true)
      expect(await visitor.asked('eth_requestAccounts')).toBe(0)
      expect(await visitor.dialog.count()).toBe(0)
    })(),
)
