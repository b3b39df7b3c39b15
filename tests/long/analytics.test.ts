import type { AnalyticsEvent } from '@portico/contracts/services/analytics'
import type { Request } from 'playwright-core'
import { LOCAL_PROJECT_ID } from '../../scripts/local.mjs'
import { project, stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(async () => {
  project('analytics', 'off')
  await closeBrowser()
})

const ANALYTICS = `${stack.urls.services}/e?`
const CONFIG = `${stack.urls.services}/getAnalyticsConfig?`

const isEvent = (request: Request) => request.method() === 'POST' && request.url().startsWith(ANALYTICS)
const configRequests = ({ requests }: Visit) => requests.filter((url) => url.startsWith(CONFIG))

/** Every event that leaves the page, in order. */
function listen(visitor: Visit): Request[] {
  const sent: Request[] = []
  visitor.page.on('request', (request) => isEvent(request) && sent.push(request))
  return sent
}
const bodyOf = (request: Request): AnalyticsEvent => JSON.parse(request.postData() ?? '')
const namesOf = (sent: readonly Request[]) => sent.map((request) => bodyOf(request).props.event)

/** Waits until the services have reported whether they want events, and the page has applied that. */
async function openUntilAsked(visitor: Visit): Promise<void> {
  const answer = visitor.page.waitForResponse((response) => response.url().startsWith(CONFIG))
  await visitor.open()
  await (await answer).finished()
  await visitor.settled()
}

const untilSent = (visitor: Visit, event: string) =>
  visitor.page.waitForResponse((response) => {
    const request = response.request()
    return isEvent(request) && bodyOf(request).props.event === event
  })

describe('while the operator has not switched analytics on', () => {
  beforeAll(() => void project('analytics', 'off'))

  test(
    'after the first open one request asks the services for the setting, and nothing else is sent',
    visiting({}, async (visitor) => {
      const sent = listen(visitor)
      await visitor.onPage((modal) => modal.ready())
      await visitor.settled()
      expect(configRequests(visitor)).toEqual([])
      await openUntilAsked(visitor)
      await visitor.devWallet.click()
      await visitor.reads('status', 'connected')
      await visitor.openAccount()
      await visitor.settled()
      expect(configRequests(visitor)).toHaveLength(1)
      expect(sent).toEqual([])
      expect(visitor.problems).toEqual([])
    }),
  )
})

describe('when the operator has switched analytics on', () => {
  beforeAll(() => void project('analytics', 'on'))

  test(
    "the services accept each event, sent without a preflight, without a cookie and without the visitor's address",
    visiting({}, async (visitor) => {
      const sent = listen(visitor)
      const initialized = untilSent(visitor, 'INITIALIZE')
      const opened = untilSent(visitor, 'MODAL_OPEN')
      const connected = untilSent(visitor, 'CONNECT_SUCCESS')
      await openUntilAsked(visitor)
      await visitor.devWallet.click()
      for (const response of await Promise.all([initialized, opened, connected])) expect(response.status()).toBe(202)

      const [first] = sent
      if (!first) throw new Error('nothing was sent')
      const { searchParams } = new URL(first.url())
      expect(Object.fromEntries(searchParams)).toEqual({
        projectId: LOCAL_PROJECT_ID,
        st: 'appkit',
        sv: expect.stringMatching(/^html-.*-1\.7\.19$/),
      })
      const headers = await first.allHeaders()
      expect(headers['content-type']).toMatch(/^text\/plain/)
      expect(headers.cookie).toBeUndefined()
      expect(bodyOf(first)).toMatchObject({
        url: `${stack.urls.playground}/`,
        domain: 'localhost',
        props: { type: 'track', event: 'INITIALIZE', properties: { caipNetworkId: 'eip155:31337', themeMode: 'dark' } },
      })
      const everything = sent.map((request) => request.postData()).join()
      expect(everything.toLowerCase()).not.toContain(VISITOR.toLowerCase())
      expect(everything).not.toContain(stack.urls.anvil)
      expect(new Set(sent.map((request) => bodyOf(request).eventId)).size).toBe(sent.length)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'a site with analytics off sends nothing, and does not even request the setting',
    visiting({ query: { options: { features: { analytics: false } } } }, async (visitor) => {
      const sent = listen(visitor)
      await visitor.connect()
      await visitor.openAccount()
      await visitor.settled()
      expect(configRequests(visitor)).toEqual([])
      expect(sent).toEqual([])
    }),
  )

  test(
    'a page that the services refuse sends no more events, and the site owner is told why, once',
    visiting(
      {
        prepare: (context) =>
          context.route(`${ANALYTICS}**`, (route) =>
            route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } }),
          ),
      },
      async (visitor) => {
        const sent = listen(visitor)
        await visitor.open()
        const alert = visitor.page.getByTestId('wui-alertbar-text')
        await alert.waitFor()
        expect(await alert.textContent()).toBe('Invalid App Configuration APKT002')
        await visitor.dialog.getByRole('button', { name: 'Close message' }).click()
        await alert.waitFor({ state: 'detached' })
        const count = sent.length
        await visitor.devWallet.click()
        await visitor.reads('status', 'connected')
        await visitor.openAccount()
        await visitor.settled()
        expect(await alert.count()).toBe(0)
        expect(namesOf(sent)).toEqual(namesOf(sent.slice(0, count)))
      },
    ),
  )

  test(
    'unreachable services affect neither site nor visitor',
    visiting({ prepare: (context) => context.route(`${ANALYTICS}**`, (route) => route.abort()) }, async (visitor) => {
      await openUntilAsked(visitor)
      await visitor.devWallet.click()
      await visitor.reads('address', VISITOR)
      expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
    }),
  )
})
