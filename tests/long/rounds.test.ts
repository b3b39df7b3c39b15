import {
  closeModal,
  copyButton,
  openWithConfig,
  receiveButton,
  remotesOf,
  toggleOthers,
  toggleReceive,
} from '../browser/support/features.ts'
import { release } from '../browser/support/stack.ts'
import { watchTraces } from '../browser/support/traces.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

beforeAll(() => release())
beforeAll(() => toggleOthers(false))
afterAll(closeBrowser)
afterAll(() => toggleReceive(true))
afterAll(() => toggleOthers(true))

const ROUNDS = 50

/**
 * Opens the window, a second time if the operator's decision has not taken effect: a late response counts only at the
 * next opening.
 */
async function openUntil(visitor: Visit, isThere: boolean): Promise<void> {
  await openWithConfig(visitor)
  if ((await receiveButton(visitor).count()) === Number(isThere)) return
  await closeModal(visitor)
  await openWithConfig(visitor)
  expect(await receiveButton(visitor).count()).toBe(Number(isThere))
}

/** Switches Receive on, loads and uses it, and switches it off again. */
async function round(visitor: Visit): Promise<void> {
  await toggleReceive(true)
  await openUntil(visitor, true)
  await receiveButton(visitor).click()
  await copyButton(visitor).waitFor()
  await closeModal(visitor)
  await toggleReceive(false)
  await openUntil(visitor, false)
  expect(await remotesOf(visitor)).toEqual({})
  await closeModal(visitor)
}

test(
  'after fifty rounds of load, use and unload everything is as it was before the first',
  visiting({}, async (visitor) => {
    await toggleReceive(false)
    await visitor.connect()
    await openUntil(visitor, false)
    await closeModal(visitor)
    const count = await watchTraces(visitor)
    const before = await count()
    for (let done = 0; done < ROUNDS; done++) await round(visitor)
    expect(await count()).toEqual(before)
    expect(visitor.problems).toEqual([])
  }),
  120_000,
)
