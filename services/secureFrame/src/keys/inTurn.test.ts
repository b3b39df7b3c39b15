import { createInTurn } from './inTurn.ts'

type Locks = Pick<LockManager, 'request'>
/** The locks of one browser, which all of its tabs share. */
function createLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, _options: unknown, work: () => Promise<unknown>) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  return { request: request as Locks['request'] }
}
const failing = (error: unknown): Locks => ({ request: () => Promise.reject(error) })

test("a tab starts its work when the other tab's work is over, even if that work has failed", async () => {
  const locks = createLocks()
  const [one, other] = [createInTurn(locks), createInTurn(locks)]
  const events: string[] = []
  const work = (name: string, fails: boolean) => async () => {
    events.push(`${name} begins`)
    await new Promise(setImmediate)
    events.push(`${name} ends`)
    if (fails) throw new Error(name)
  }
  const first = one(work('first', true))
  const second = other(work('second', false))
  await expect(first).rejects.toThrow('first')
  await second
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('one page does one thing at a time, even without locks', async () => {
  const inTurn = createInTurn(undefined)
  let running = 0
  const most: number[] = []
  const work = async () => {
    running += 1
    most.push(running)
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all([inTurn(work), inTurn(work), inTurn(work)])
  expect(most).toEqual([1, 1, 1])
})

test('if storage is blocked there are no locks, and nothing to wait for', async () => {
  const inTurn = createInTurn(failing(new DOMException('Blocked', 'SecurityError')))
  expect(await inTurn(async () => 'done')).toBe('done')
})

test('waiting for a frozen tab ends with an error, and the work does not run', async () => {
  const inTurn = createInTurn(failing(new DOMException('Too long', 'TimeoutError')))
  const work = jest.fn(async () => 'done')
  await expect(inTurn(work)).rejects.toMatchObject({ failure: 'keyUnavailable' })
  expect(work).not.toHaveBeenCalled()
})
