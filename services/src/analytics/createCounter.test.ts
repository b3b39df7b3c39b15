import type { AnalyticsEvent } from '@portico/contracts/services/analytics'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'
import { createCounter } from './createCounter.ts'
import type { TallyKey } from './saveTally.ts'
import type { Tally } from './tally.ts'

const SHOP = '0'.repeat(32)
const OPEN: AnalyticsEvent = {
  eventId: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  url: 'https://shop.example/',
  domain: 'shop.example',
  timestamp: 0,
  props: { type: 'track', event: 'MODAL_OPEN' },
}
const AN_HOUR_MS = 3_600_000

interface Saved extends TallyKey {
  readonly opened: number | undefined
}

/** A database with configurable latency and failures. */
function counterWith({
  flushIntervalMs = 1,
  save = async () => {},
}: {
  flushIntervalMs?: number
  save?: () => Promise<void>
}) {
  const saved: Saved[] = []
  const lines: string[] = []
  const counter = createCounter({
    async save(key: TallyKey, { events }: Tally) {
      await save()
      saved.push({ ...key, opened: events.get('MODAL_OPEN') })
    },
    log: createLog('info', (line) => lines.push(line)),
    flushIntervalMs,
    now: () => Date.UTC(2025, 7, 12),
  })
  return { counter, saved, lines }
}
const DAY = { projectId: SHOP, day: '2025-08-12' }

test('many simultaneous events are saved in one write, and no visitor waits for it', async () => {
  const { counter, saved } = counterWith({})
  for (let n = 0; n < 50; n += 1) await counter.count(SHOP, [OPEN, OPEN], '')
  expect(saved).toEqual([])
  await until(() => saved.length > 0)
  expect(saved).toEqual([{ ...DAY, opened: 100 }])
  await counter.close()
})

test('pending counts are written when the service stops', async () => {
  const { counter, saved } = counterWith({ flushIntervalMs: AN_HOUR_MS })
  await counter.count(SHOP, [OPEN], '')
  await counter.close()
  expect(saved).toEqual([{ ...DAY, opened: 1 }])
})

test('an event that is still being handled when the service stops is written before the response', async () => {
  const { counter, saved } = counterWith({ flushIntervalMs: AN_HOUR_MS })
  await counter.close()
  await counter.count(SHOP, [OPEN], '')
  expect(saved).toEqual([{ ...DAY, opened: 1 }])
})

test('stopping waits for the write in progress, and for counts that arrive during this write', async () => {
  let letThrough: (() => void) | undefined
  const slow = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  const { counter, saved } = counterWith({ save: () => slow })
  await counter.count(SHOP, [OPEN], '')
  const closed = counter.close()
  const late = counter.count(SHOP, [OPEN, OPEN], '')
  expect(saved).toEqual([])
  letThrough?.()
  await Promise.all([closed, late])
  expect(saved.reduce((sum, { opened = 0 }) => sum + opened, 0)).toBe(3)
})

test('counts that the database rejects are written later, together with newer ones', async () => {
  let refusals = 3
  const { counter, saved, lines } = counterWith({
    async save() {
      refusals -= 1
      if (refusals >= 0) throw new Error('the connection was lost')
    },
  })
  await counter.count(SHOP, [OPEN], '')
  await until(() => refusals < 3)
  await counter.count(SHOP, [OPEN], '')
  await until(() => saved.length > 0)
  expect(saved).toEqual([{ ...DAY, opened: 2 }])
  expect(lines.join()).toContain('could not be written')
  await counter.close()
})

test('counts that are lost when the service stops are logged', async () => {
  const { counter, lines } = counterWith({ flushIntervalMs: AN_HOUR_MS, save: () => Promise.reject(new Error('gone')) })
  await counter.count(SHOP, [OPEN], '')
  await counter.close()
  expect(lines.join()).toContain('are lost')
})
