import { receiveFiles, receiveUrl, shellFile, shellUrl } from './support/deployment.ts'
import { copyButton, receiveButton, signs, toggleReceive } from './support/features.ts'
import { release, stack } from './support/stack.ts'
import { inARow, paintedAt, ROUND_TRIP_MS, recordTimeline, type Sent } from './support/timeline.ts'
import { closeBrowser, visiting } from './support/visit.ts'

beforeAll(async () => {
  await toggleReceive(true)
  release()
})
afterAll(closeBrowser)

const CONNECT_REQUESTS_MAX = 6

/** Leaves out icons, because the list is painted before them. */
const withoutImages = (sent: readonly Sent[]) => sent.filter(({ type }) => type !== 'Image')

describe.each([
  ['none', {}],
  ['intent', {}],
  ['none, in another language', { locale: 'en-XA' }],
] as const)('from the press to the painted list, with nothing prefetched (%s)', (mode, query) => {
  test(
    'at most two requests run in a row and six in total, without a preflight',
    visiting({ query: { ...query, options: { prefetch: mode.split(',')[0] } } }, async ({ page }) => {
      const all = await recordTimeline(page, { isSlow: true })
      const painting = paintedAt(page)
      await page.getByTestId('connect-button').click()
      const painted = await painting
      const sent = withoutImages(all).filter(({ start }) => start <= painted)
      const waitedFor = sent.filter(({ end = Number.POSITIVE_INFINITY }) => end <= painted)
      const shell = waitedFor.find(({ url }) => url === shellUrl('shell.js'))
      expect((shell?.end ?? 0) - (shell?.start ?? 0)).toBeGreaterThan(ROUND_TRIP_MS / 1000)
      expect(inARow(waitedFor)).toBeLessThanOrEqual(2)
      // Compared by name, so that a failure shows which request is surplus.
      expect(sent.map(({ url }) => new URL(url).pathname).slice(CONNECT_REQUESTS_MAX)).toEqual([])
      expect(sent.filter(({ method, type }) => method === 'OPTIONS' || type === 'Preflight')).toEqual([])
    }),
  )
})

test(
  'from the press on Receive to its view, after intent, at most two requests run in a row, each file once',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    await receiveButton(visitor).waitFor()
    // Fetched on idle after the first open.
    await visitor.page.waitForFunction(
      (url) => performance.getEntriesByName(url).length > 0,
      shellUrl(shellFile('features')),
    )
    const sent = await recordTimeline(visitor.page, { isSlow: true })
    await receiveButton(visitor).hover()
    await receiveButton(visitor).click()
    await copyButton(visitor).waitFor()

    const files = receiveFiles()
    const wanted = [files.entry, ...files.expose, ...(files.views.WalletReceive ?? [])].map(({ file }) => file)
    const ofReceive = sent.filter(({ url }) => url.startsWith(stack.urls.remotes.receive ?? ''))
    expect(ofReceive.map(({ url }) => url).sort()).toEqual(
      ['static.json', ...wanted].map((file) => receiveUrl(file)).sort(),
    )
    expect(inARow(ofReceive)).toBeLessThanOrEqual(2)
    expect(ofReceive.filter(({ method }) => method !== 'GET')).toEqual([])
  }),
)

test(
  "requests go only to the configured endpoints and the page's networks",
  visiting({}, async (visitor) => {
    const sent = await recordTimeline(visitor.page)
    await visitor.page.reload()
    await visitor.connect()
    await visitor.openReceive()
    await visitor.close()
    await signs(visitor)
    await visitor.openAccount()
    await visitor.page.getByTestId('w3m-account-select-network').click()
    await visitor.view('Networks').waitFor()
    await visitor.close()
    const { playground, host, services, anvil, secondAnvil, remotes } = stack.urls
    const known = new Set([playground, host, services, anvil, secondAnvil, ...Object.values(remotes)])
    expect(sent.length).toBeGreaterThan(10)
    expect([...new Set(sent.map(({ url }) => new URL(url).origin))].filter((origin) => !known.has(origin))).toEqual([])
  }),
)
