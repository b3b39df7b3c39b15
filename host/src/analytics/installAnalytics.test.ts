import { ethereum, fakeAdapter } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import type { PorticoOptions } from '../options/types.ts'
import { createEvents } from '../site/events.ts'
import { installAnalytics } from './installAnalytics.ts'

let requests: string[]
let requested: () => void
beforeEach(() => {
  requests = []
  requested = () => {}
  globalThis.fetch = jest.fn(async (url: string | URL, { body }: RequestInit = {}) => {
    requests.push(body ? JSON.parse(String(body)).props.event : new URL(url).pathname)
    requested()
    return new Response(JSON.stringify({ isAnalyticsEnabled: true }))
  }) as never
  Object.assign(globalThis, { location: new URL('https://shop.example/') })
})

function modal(options: Partial<PorticoOptions> = {}) {
  const events = createEvents()
  const { store } = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum], options })
  const idle: (() => void)[] = []
  const whenIdle = (run: () => void) => void idle.push(run)
  const context = { host: 'https://host.example/', sdkVersion: 'html-ethers-1.7.19' }
  const undo = installAnalytics({ events, store, context }, whenIdle)
  const becomesIdle = () => {
    for (const run of idle.splice(0)) run()
  }
  const untilRequested = (count: number) =>
    new Promise<void>((done) => {
      requested = () => requests.length >= count && done()
      requested()
    })
  return { events, undo, idle, becomesIdle, untilRequested }
}

test('nothing is loaded or sent before the first opening; when the page is idle, events go out in order', async () => {
  const { events, idle, becomesIdle, untilRequested } = modal()
  events.track('INITIALIZE', {})
  expect(idle).toEqual([])
  events.release()
  events.track('MODAL_OPEN', { connected: false })
  expect(idle).toHaveLength(1)
  expect(requests).toEqual([])
  becomesIdle()
  await untilRequested(3)
  expect(requests).toEqual(['/getAnalyticsConfig', 'INITIALIZE', 'MODAL_OPEN'])
  events.track('MODAL_CLOSE', { connected: false })
  await untilRequested(4)
  expect(requests[3]).toBe('MODAL_CLOSE')
  expect(idle).toEqual([])
})

test.each<[string, Partial<PorticoOptions>]>([
  ['the site has switched analytics off', { features: { analytics: false } }],
  ['there is no project', { projectId: '' }],
  ['the modal is in basic mode', { basic: true }],
])('nothing is loaded or sent if %s', (_, options) => {
  const { events, idle } = modal(options)
  events.release()
  events.track('MODAL_OPEN')
  expect(idle).toEqual([])
})

test('a modal that is gone before the page is idle sends no request', async () => {
  const { events, undo, becomesIdle } = modal()
  events.release()
  events.track('MODAL_OPEN')
  undo()
  becomesIdle()
  const other = modal()
  other.events.release()
  other.events.track('CLICK_NETWORKS')
  other.becomesIdle()
  await other.untilRequested(2)
  expect(requests).toEqual(['/getAnalyticsConfig', 'CLICK_NETWORKS'])
})
