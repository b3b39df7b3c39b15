import { createCoolDown } from './coolDown.ts'

const clock = { nowMs: 0 }
const rested = () => createCoolDown(() => clock.nowMs)

test('a node rests for a second after a failure, and twice as long after each further failure, up to half a minute', () => {
  const coolDown = rested()
  const rests = Array.from({ length: 8 }, () => {
    clock.nowMs = Math.max(clock.nowMs, coolDown.endsAt)
    return coolDown.fail()
  })
  expect(rests).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

test('many simultaneous failures count as a single one', () => {
  const coolDown = rested()
  expect([coolDown.fail(), coolDown.fail(), coolDown.fail()]).toEqual([1_000, 0, 0])
  expect(coolDown.endsAt).toBe(clock.nowMs + 1_000)
})

test('a single success clears all failures', () => {
  const coolDown = rested()
  coolDown.fail()
  clock.nowMs = coolDown.endsAt
  coolDown.fail()
  coolDown.succeed()
  expect(coolDown.isNeeded).toBe(false)
  expect(coolDown.fail()).toBe(1_000)
})

test.each([
  [500, 1_000],
  [5_000, 5_000],
  [3_600_000, 30_000],
])('if a node asks clients to wait for %i ms, the node rests for %i ms', (askedForMs, restsForMs) => {
  expect(rested().fail(askedForMs)).toBe(restsForMs)
})
