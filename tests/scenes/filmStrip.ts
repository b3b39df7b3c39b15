import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, visit } from '../browser/support/visit.ts'

const FILE = join(import.meta.dirname, '../../docs/images/first-window.png')
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const HOST = `${stack.urls.host}/**`

/** Slow 4G as in Chromium's developer tools: bytes a second, milliseconds. */
const SLOW_4G = { latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const CPU_SLOWDOWN = 4

/** Milliseconds after the tap. */
const MOMENTS = [0, 50, 100, 200, 500, 1000, 1500, 2000, 2500, 3000]

type Break = (page: Page, session: CDPSession) => Promise<unknown>

const LINES: readonly [name: string, break_: Break][] = [
  ['Slow 4G', async () => {}],
  ['Offline', (_, session) => session.send('Network.emulateNetworkConditions', { offline: true, ...SLOW_4G })],
  ['The host answers 500', (page) => page.route(HOST, (route) => route.fulfill({ status: 500 }))],
]

/** The screen at each moment after a tap: JPEGs in base64. */
async function framesOf(break_: Break): Promise<string[]> {
  const visitor = await visit({ ...PHONE, query: { options: { prefetch: 'none' } } })
  const { page, context } = visitor
  const session = await context.newCDPSession(page)
  const frames: { readonly at: number; readonly data: string }[] = []
  session.on('Page.screencastFrame', ({ data, sessionId, metadata: { timestamp = 0 } }) => {
    frames.push({ at: timestamp * 1000, data })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await break_(page, session)
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 390, maxHeight: 844 })
  const pressed = page.evaluate(
    () =>
      new Promise<number>((done) => {
        addEventListener('click', ({ timeStamp }) => done(performance.timeOrigin + timeStamp), {
          once: true,
          capture: true,
        })
      }),
  )
  await page.getByTestId('connect-button').tap()
  const tappedAt = await pressed
  const last = tappedAt + (MOMENTS.at(-1) ?? 0)
  await page.waitForFunction((until) => performance.timeOrigin + performance.now() > until, last)
  await session.send('Page.stopScreencast')
  await visitor.end()
  return MOMENTS.map((moment) => frames.findLast(({ at }) => at <= tappedAt + moment)?.data ?? frames[0]?.data ?? '')
}

/** One picture for the performance guide: each line shows the screen from moment to moment after a tap. */
export async function takeFilmStrip(): Promise<void> {
  const rows: string[] = []
  for (const [name, break_] of LINES) {
    const frames = await framesOf(break_)
    const pictures = frames.map(
      (data, at) =>
        `<figure><img src="data:image/jpeg;base64,${data}"><figcaption>${MOMENTS[at]} ms</figcaption></figure>`,
    )
    rows.push(`<h2>${name}</h2><div>${pictures.join('')}</div>`)
  }
  const visitor = await visit({ viewport: { width: 1280, height: 960 }, deviceScaleFactor: 1.5 })
  await visitor.page.setContent(
    `<style>body{margin:0;padding:8px 12px;width:1256px;background:#fff;font:12px system-ui}h2{margin:8px 0 4px;font-size:14px}
    div{display:grid;grid-template-columns:repeat(${MOMENTS.length},1fr);gap:8px}figure{margin:0;text-align:center}
    img{width:100%;border:1px solid #ccc;border-radius:6px}</style>${rows.join('')}`,
  )
  await visitor.page.locator('body').screenshot({ path: FILE })
  await visitor.end()
  await closeBrowser()
}
