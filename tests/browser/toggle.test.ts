import { receiveFiles, receiveUrl } from './support/deployment.ts'
import {
  CONFIG_URL,
  copyButton,
  openWithConfig,
  receiveButton,
  receiveView,
  remotesOf,
  reopenUntilReceive,
  toggleOthers,
  toggleReceive,
} from './support/features.ts'
import { project, release } from './support/stack.ts'
import { hold } from './support/tamper.ts'
import { watchTraces } from './support/traces.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

beforeEach(() => toggleReceive(true))
beforeAll(() => release())
beforeAll(() => toggleOthers(false))
afterAll(closeBrowser)
afterAll(() => toggleReceive(true))
afterAll(() => toggleOthers(true))

const SWITCHED_OFF = 'This feature was just turned off'

/** Passes the minute after which an open modal requests the configuration again. */
const nextMinute = ({ page }: Visit) => page.clock.fastForward(61_000)
const withClock: Parameters<typeof visiting>[0] = { prepare: (_, page) => page.clock.install() }

test(
  'an operator command removes the entry from the open page without a trace, and brings it back',
  visiting({}, async (visitor) => {
    project('toggle', 'receive', 'off')
    await visitor.connect()
    await openWithConfig(visitor)
    expect(await receiveButton(visitor).count()).toBe(0)
    const count = await watchTraces(visitor)
    const before = await count()

    project('toggle', 'receive', 'on')
    await reopenUntilReceive(visitor, true)
    await receiveButton(visitor).click()
    await copyButton(visitor).waitFor()
    expect(await remotesOf(visitor)).toEqual({ receive: '1.0.0 ready' })
    expect((await count()).adoptedStyleSheets).toBeGreaterThan(0)

    project('toggle', 'receive', 'off')
    await reopenUntilReceive(visitor, false)
    expect(await remotesOf(visitor)).toEqual({})
    const after = await count()
    expect(after).toMatchObject({
      stateKeys: before.stateKeys,
      adoptedStyleSheets: before.adoptedStyleSheets,
      elements: before.elements,
    })
    // Work that was under way at the first count may have ended since.
    expect(after.listeners).toBeLessThanOrEqual(before.listeners)

    project('toggle', 'receive', 'on')
    await reopenUntilReceive(visitor, true)
    await receiveButton(visitor).click()
    await copyButton(visitor).waitFor()
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'switched off while Receive is showing: the visitor lands on Account and learns why',
  visiting(withClock, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    await toggleReceive(false)
    await nextMinute(visitor)
    await visitor.view('Account').waitFor()
    await visitor.sees(SWITCHED_OFF)
    expect(await receiveButton(visitor).count()).toBe(0)
    expect(await remotesOf(visitor)).toEqual({})
    expect(visitor.problems).toEqual([])
  }),
)

test(
  "switched off while Receive's code is loading: the code is not installed",
  visiting(withClock, async (visitor) => {
    const { asked, release: letThrough } = await hold(
      visitor.page,
      receiveUrl(receiveFiles().views.WalletReceive?.[0]?.file ?? ''),
    )
    await visitor.connect()
    await visitor.openAccount()
    await receiveButton(visitor).click()
    await receiveView(visitor).getByRole('status').waitFor()
    await asked
    await toggleReceive(false)
    await nextMinute(visitor)
    await visitor.view('Account').waitFor()
    await visitor.sees(SWITCHED_OFF)
    await letThrough()
    await visitor.settled()
    expect(await remotesOf(visitor)).toEqual({})
    expect(await visitor.view('Account').count()).toBe(1)

    await toggleReceive(true)
    await reopenUntilReceive(visitor, true)
    await receiveButton(visitor).click()
    await copyButton(visitor).waitFor()
    expect(visitor.problems.filter((text) => text.startsWith('uncaught'))).toEqual([])
  }),
)

test(
  'switching off, on and off again quickly ends with off, and leaves no trace',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    // Each open sends a request; the three responses are released together, so that they are milliseconds apart.
    const answers = [false, true, false]
    const asking: (() => Promise<void>)[] = []
    const answered = new Promise((resolve) => {
      void visitor.page.route(CONFIG_URL, async (route) => {
        const response = await route.fetch()
        const { remotes, ...config } = await response.json()
        const receive = { enabled: answers[asking.length] }
        asking.push(() => route.fulfill({ response, json: { ...config, remotes: { ...remotes, receive } } }))
        if (asking.length === answers.length) resolve(Promise.all(asking.map((answer) => answer())))
      })
    })
    await visitor.onPage((modal) => {
      for (const _ of ['off', 'on', 'off']) void modal.open({ view: 'WalletReceive' }).catch(() => undefined)
    })
    await answered
    await visitor.view('Account').waitFor()
    await receiveButton(visitor).waitFor({ state: 'detached' })
    await visitor.settled()
    expect(await remotesOf(visitor)).toEqual({})
    expect(await receiveButton(visitor).count()).toBe(0)
    expect(visitor.problems).toEqual([])
  }),
)
