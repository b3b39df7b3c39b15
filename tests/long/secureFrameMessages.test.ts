/** @jest-environment jsdom */

import type { RequestName } from '@portico/contracts/embeddedWallet/requests'
import { requests } from '@portico/contracts/embeddedWallet/requests'
import fc from 'fast-check'
import { createFrameBridge } from '../../host/src/embeddedWallet/frameBridge.ts'
import { SECURE, testFrame } from '../../host/testing/frame.ts'
import { type Handlers, openChannel } from '../../services/secureFrame/src/messages/channel.ts'

/** Messages of every shape, from everywhere, in both directions: 10,000 of each. */

jest.setTimeout(300_000)

const CASES = 10_000
const SHOP = 'https://shop.example'
const NAMES = Object.keys(requests) as RequestName[]

/** Data nested as deeply as a posted message can be. */
const nested = fc.nat({ max: 400 }).map((depth) => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { params: value, payload: value }
  return value
})
const anything = fc.oneof(fc.anything(), fc.jsonValue(), nested)

test('the frame handles only requests of the page itself, and each id once', async () => {
  const worked: { name: RequestName; payload: unknown }[] = []
  const handlers = Object.fromEntries(
    NAMES.map((name) => [
      name,
      async (payload: unknown) => {
        worked.push({ name, payload })
        throw new Error('secret of the frame')
      },
    ]),
  ) as unknown as Handlers
  const posted: { message: { type: string; id?: unknown }; to: string }[] = []
  const page = { postMessage: (message: never, to: string) => posted.push({ message, to }) } as unknown as Window
  let hear: (event: MessageEvent) => void = () => {}
  const self = {
    addEventListener: (_: string, listen: (event: MessageEvent) => void) => {
      hear = listen
    },
  } as unknown as Window
  openChannel({ self, page, isAllowed: (origin) => origin === SHOP, handlers })
  posted.length = 0

  const type = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES.map((name) => `@w3m-app/${name}`)) },
    fc.constantFrom('@w3m-app/constructor', '@w3m-app/__proto__', '@w3m-frame/GET_USER_SUCCESS', '@w3m-app/'),
    anything,
  )
  const id = fc.oneof(fc.constantFrom('one', 'two', 'three'), { weight: 3, arbitrary: fc.uuid() }, anything)
  const payload = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    fc.record({ email: fc.emailAddress(), otp: fc.constant('123456') }, { requiredKeys: [] }),
    fc.record({ method: fc.constantFrom('personal_sign', 'eth_sign'), params: anything }),
    anything,
  )
  const whole = { type, id, payload, extra: anything, origin: fc.constant(SHOP) }
  const message = fc.oneof({ weight: 6, arbitrary: fc.record(whole, { requiredKeys: ['type'] }) }, anything)
  const sender = fc.record({
    source: fc.constantFrom(page, page, page, self, null),
    origin: fc.constantFrom(SHOP, SHOP, SHOP, 'https://shop.example.evil.example', 'http://shop.example', 'null', ''),
    isTrusted: fc.constantFrom(true, true, true, false),
  })
  const done = new Set<unknown>()
  const counts = { worked: 0, refused: 0, unheard: 0 }
  await fc.assert(
    fc.asyncProperty(message, sender, async (data, from) => {
      worked.length = 0
      posted.length = 0
      hear({ data, ...from } as MessageEvent)
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      const isFromPage = from.source === page && from.isTrusted
      expect(posted.length).toBeLessThanOrEqual(isFromPage ? 1 : 0)
      expect(JSON.stringify(posted)).not.toContain('secret')
      for (const { to, message: answer } of posted) {
        expect(to).toBe(from.origin)
        expect(answer.type).toMatch(/^@w3m-frame\/\w+_ERROR$/)
      }
      if (!worked.length) counts[posted.length ? 'refused' : 'unheard'] += 1
      else {
        counts.worked += 1
        expect(isFromPage && from.origin === SHOP).toBe(true)
        const asked = data as { type: string; id?: unknown }
        expect(worked.map(({ name }) => `@w3m-app/${name}`)).toEqual([asked.type])
        if (asked.id !== undefined) expect(done.has(asked.id)).toBe(false)
        done.add(asked.id)
      }
    }),
    { numRuns: CASES },
  )
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100)
})

test('the page trusts only the frame, and only answers to its requests', async () => {
  const element = document.createElement('iframe')
  const neighbour = document.createElement('iframe')
  document.body.append(element, neighbour)
  const frame = testFrame(() => element)
  const alerts: unknown[] = []
  const bridge = createFrameBridge({
    origin: SECURE,
    frameWindow: () => element.contentWindow ?? undefined,
    alert: (error) => alerts.push(error),
  })
  frame.listen()
  let settled = 0
  for (const asking of [
    bridge.ask('GET_USER'),
    bridge.ask('RPC_REQUEST', { method: 'personal_sign', params: [] }),
    bridge.ask('CONNECT_EMAIL', { email: 'ada@shop.example' }),
  ]) {
    asking.then(
      () => settled++,
      () => settled++,
    )
  }
  const ids = frame.posted.map(({ id }) => id)
  expect(ids).toHaveLength(3)

  const type = fc.oneof(
    fc.constantFrom(...NAMES.flatMap((name) => [`@w3m-frame/${name}_SUCCESS`, `@w3m-frame/${name}_ERROR`])),
    anything,
  )
  const payload = fc.oneof(
    fc.constant('0xdead'),
    fc.constant({ message: 'no' }),
    fc.constant({ address: `0x${'1'.repeat(40)}`, chainId: 1 }),
    anything,
  )
  const shape = (id: fc.Arbitrary<unknown>) =>
    fc.oneof(fc.record({ type, id, payload, extra: anything }, { requiredKeys: ['type', 'id'] }), anything)
  const elsewhere = fc.constantFrom(
    { source: window },
    { source: neighbour.contentWindow },
    { source: null },
    { origin: '' },
    { origin: 'null' },
    { origin: `${SECURE}.evil.example` },
    { origin: SECURE.replace('https', 'http') },
    { isTrusted: false },
  )
  const attack = fc.oneof(
    // From another window, with the right id.
    fc.tuple(shape(fc.constantFrom(...ids)), elsewhere),
    // From the frame, with another id: guessed, old, or none.
    fc.tuple(shape(fc.oneof(fc.uuid(), fc.constantFrom(...ids.map((id) => id.slice(1))), anything)), fc.constant({})),
  )
  await fc.assert(
    fc.asyncProperty(attack, async ([data, from]) => {
      frame.post(data, from)
      await Promise.resolve()
      expect(settled).toBe(0)
    }),
    { numRuns: CASES },
  )
  await new Promise((next) => setTimeout(next))
  expect({ settled, alerts, posted: frame.posted.length }).toEqual({ settled: 0, alerts: [], posted: 3 })
  bridge.dispose()
})
