import type { AnalyticsEvent } from '@portico/contracts/services/analytics'
import { eventNames } from '../../host/src/analytics/eventTable.ts'
import { eventNameOf } from '../../services/src/analytics/names.ts'
import { PROJECT_ID, type RunningServices, runServices } from '../../services/testing/runServices'

let services: RunningServices

beforeAll(async () => {
  services = await runServices()
}, 60_000)
afterAll(() => services?.stop())

const event: AnalyticsEvent = {
  eventId: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  url: 'https://shop.example/checkout',
  domain: 'shop.example',
  timestamp: 1755000000123,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: true, caipNetworkId: 'eip155:1' } },
}
const report: AnalyticsEvent = {
  ...event,
  timestamp: '2025-08-12T09:30:00.000Z',
  props: {
    type: 'error',
    event: 'INTERNAL_SDK_ERROR',
    errorType: 'view.failed',
    errorMessage: 'This part could not be shown',
  },
}

const post = (path: string, body: string, projectId: string = PROJECT_ID, origin = 'http://localhost:4300') =>
  fetch(`${services.url}${path}?projectId=${projectId}&st=appkit&sv=react-wagmi-1.7.19`, {
    method: 'POST',
    headers: { Origin: origin },
    body,
  })

test.each<[string, string, unknown]>([
  ['an event', '/e', event],
  ['an event with an address', '/e', { ...event, props: { ...event.props, address: '0x1' } }],
  ['a report of an error', '/e', report],
  ['a batch of both', '/batch', [event, report]],
  ['an empty batch', '/batch', []],
])('%s is accepted from a page of the project as plain text, which needs no preflight', async (_, path, body) => {
  const answer = await post(path, JSON.stringify(body))
  expect(answer.status).toBe(202)
  expect(await answer.json()).toEqual({})
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test('a page that the project does not allow is refused, and can read the reason (services.md §6.1)', async () => {
  for (const path of ['/e', '/batch']) {
    const answer = await post(path, JSON.stringify(event), PROJECT_ID, 'https://thief.example')
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test.each<[string, string, string, number]>([
  ['invalid JSON', '/e', '{', 422],
  ['an event without an id', '/e', JSON.stringify({ ...event, eventId: undefined }), 400],
  ['an event with an invalid id', '/e', JSON.stringify({ ...event, eventId: '1' }), 400],
  ['an event of an unknown type', '/e', JSON.stringify({ ...event, props: { ...event.props, type: 'other' } }), 400],
  ['a report without an error', '/e', JSON.stringify({ ...report, props: { ...event.props, type: 'error' } }), 400],
  ['a batch sent as one event', '/e', JSON.stringify([event]), 400],
  ['one event sent as a batch', '/batch', JSON.stringify(event), 400],
  ['an oversized event', '/e', JSON.stringify({ ...event, more: 'x'.repeat(64_000) }), 413],
])('%s is refused', async (_, path, body, status) => {
  expect((await post(path, body)).status).toBe(status)
})

test.each(['/e', '/batch'])('%s: an event must belong to an existing project', async (path) => {
  expect((await post(path, JSON.stringify(event), '')).status).toBe(401)
  expect((await post(path, JSON.stringify(event), 'f'.repeat(32))).status).toBe(404)
})

test('every event that the modal sends is counted by its name', () => {
  expect(eventNames().map(eventNameOf)).toEqual(eventNames())
})
