import { randomUUID } from 'node:crypto'
import { calls, newSigner, type Signer, type StartedShares, startShares } from '../../testing/startShares.ts'
import { createLog } from '../log.ts'
import { createLoginClock } from './loginClock.ts'

let store: StartedShares
let frame: Signer
beforeAll(async () => {
  store = await startShares('auth')
  frame = await newSigner()
}, 60_000)
afterAll(() => store?.close())

/** The logged errors, at the default level. */
const errors = () => store.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
const ready = async () => {
  const response = await fetch(`${store.url}/readyz`)
  return [response.status, (await response.json()).error?.code]
}
/** Sends a wallet's request, with an assertion that login has just signed with the time of its own clock. */
const askedAt = async (aheadS: number) => {
  const iat = Math.floor(store.now() / 1_000) + aheadS
  const assertion = { iat, exp: iat + 120, auth_time: iat }
  return (await store.ask(randomUUID(), frame, calls.release, { assertion })).status
}

test('a store whose clock is six seconds behind is not ready, and logs the reason once', async () => {
  expect([await askedAt(0), await ready()]).toEqual([200, [200, undefined]])
  expect([await askedAt(6), await askedAt(6), await askedAt(7)]).toEqual([401, 401, 401])
  expect(await ready()).toEqual([503, 'server.clock'])
  expect(errors()).toEqual([
    expect.objectContaining({
      message: 'the clock of this store is behind that of login, so that every assertion is refused',
      reason: { aheadS: 6, allowedS: 5 },
    }),
  ])
  // The clock is corrected.
  expect(await askedAt(0)).toBe(200)
  expect(await ready()).toEqual([200, undefined])
  expect(errors().map(({ message }) => message)).toEqual([
    expect.stringContaining('is behind'),
    'the clock of this store agrees with that of login again',
  ])
})

test('a store that is not ready becomes ready again without requests, until the next assertion from the future', async () => {
  await askedAt(6)
  store.advance(59_000)
  expect(await ready()).toEqual([503, 'server.clock'])
  store.advance(1_000)
  expect(await ready()).toEqual([200, undefined])
  await askedAt(6)
  expect(await ready()).toEqual([503, 'server.clock'])
  await askedAt(0)
})

test('forged and old assertions do not make a store unready', async () => {
  const iat = Math.floor(store.now() / 1_000) + 6
  const stranger = await newSigner('login-1')
  const forged = { login: stranger, assertion: { iat, exp: iat + 120, auth_time: iat } }
  expect((await store.ask(randomUUID(), frame, calls.release, forged)).status).toBe(401)
  for (let sent = 0; sent < 10; sent += 1) expect(await askedAt(-200)).toBe(401)
  expect(await ready()).toEqual([200, undefined])
})

test('many old assertions in a row without a valid one are logged once: the clock may be ahead', () => {
  const lines: string[] = []
  const clock = createLoginClock(
    createLog('error', (line) => lines.push(line)),
    () => 0,
  )
  for (let sent = 0; sent < 4; sent += 1) clock.heard(-200)
  clock.heard(-1)
  for (let sent = 0; sent < 4; sent += 1) clock.heard(-200)
  expect(lines).toEqual([])
  for (let sent = 0; sent < 10; sent += 1) clock.heard(-200)
  clock.heard(0)
  expect(lines.map((line) => JSON.parse(line).message)).toEqual([
    'the clock of this store seems to be ahead of that of login: every assertion looks too old',
    'the clock of this store agrees with that of login again',
  ])
})
