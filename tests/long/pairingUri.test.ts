import { until } from '../../services/testing/until.ts'
import { openCode, openPhone, shownUri, visitingWithPhone } from '../browser/support/phone.ts'
import { closeBrowser, VISITOR, type Visit, visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const RELAY = /\/relay(\?|$)/
/** rules.md §4: a pairing is valid for four minutes, and is replaced when ten seconds remain. */
const RENEWED_AFTER_MS = 230_000

interface Line {
  isDown: boolean
  /** How often the page has tried to connect. */
  tries: number
}

/** Runs with a switch for the page's socket to the relay. */
async function withSwitch(state: Line, run: (visitor: Visit) => Promise<void>): Promise<void> {
  const visitor = await visit({
    prepare: async (context, page) => {
      await page.clock.install()
      await context.routeWebSocket(RELAY, (socket) => {
        state.tries += 1
        if (state.isDown) void socket.close({ code: 1001, reason: 'away' })
        else socket.connectToServer()
      })
    },
  })
  try {
    await run(visitor)
  } finally {
    await visitor.end()
  }
}

test('a visible code is replaced before it expires, and the new one works', async () => {
  const visitor = await visit({ prepare: (_, page) => page.clock.install() })
  const phone = await openPhone(visitor)
  try {
    const first = await openCode(visitor)
    await visitor.page.clock.fastForward(RENEWED_AFTER_MS - 10_000)
    expect(await shownUri(visitor)).toBe(first)
    await visitor.page.clock.fastForward(11_000)
    const second = await shownUri(visitor, first)
    await phone.behave({ answer: 'approve' })
    await phone.pair(second)
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', VISITOR)
  } finally {
    await phone.end()
    await visitor.end()
  }
})

test('going back and forth shows the same code; a fresh one is created only when it is about to expire', async () => {
  const visitor = await visit({ prepare: (_, page) => page.clock.install() })
  try {
    const first = await openCode(visitor)
    await visitor.back()
    await visitor.view('Connect').waitFor()
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    expect(await shownUri(visitor)).toBe(first)
    await visitor.back()
    await visitor.view('Connect').waitFor()
    await visitor.page.clock.fastForward(RENEWED_AFTER_MS + 1_000)
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    expect(await shownUri(visitor, first)).toMatch(/^wc:/)
  } finally {
    await visitor.end()
  }
})

test('an unreachable relay is reported, and trying again reaches it when it is back', async () => {
  const state = { isDown: true, tries: 0 }
  await withSwitch(state, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    await until(() => state.tries > 0)
    await visitor.page.clock.fastForward(15_000)
    await visitor.sees('Couldn’t reach the relay')
    await visitor.dialog.getByRole('alert').waitFor()
    state.isDown = false
    await visitor.retry()
    expect(await shownUri(visitor)).toMatch(/^wc:/)
  })
})

test(
  'a project unknown to the relay is reported in the window, and the console tells the site owner why',
  visiting({ query: { options: { projectId: '0'.repeat(32) } } }, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    await visitor.dialog.getByRole('alert').filter({ hasText: 'Invalid Project ID' }).first().waitFor()
    expect(visitor.problems.some((text) => text.includes('Invalid Project ID'))).toBe(true)
  }),
)

test('a device with a wrong clock is reported in the window', async () => {
  const visitor = await visit({
    prepare: (_, page) => page.clock.install({ time: Date.now() - 3 * 24 * 3_600_000 }),
  })
  try {
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    await visitor.dialog.getByRole('alert').filter({ hasText: 'Session Expired' }).first().waitFor()
    await visitor.page.getByTestId('wui-alertbar-text').filter({ hasText: 'Session Expired' }).waitFor()
    expect(visitor.problems.some((text) => text.includes('Session Expired'))).toBe(true)
  } finally {
    await visitor.end()
  }
})

test('when the connection drops and recovers while a code is shown, the same code still works', async () => {
  const sockets: { close(): Promise<void> }[] = []
  const visitor = await visit({
    prepare: (context) =>
      context.routeWebSocket(RELAY, (socket) => {
        sockets.push(socket)
        socket.connectToServer()
      }),
  })
  const phone = await openPhone(visitor)
  try {
    const uri = await openCode(visitor)
    const before = sockets.length
    await Promise.all(sockets.map((socket) => socket.close()))
    await phone.behave({ answer: 'approve' })
    await phone.pair(uri)
    await visitor.reads('address', VISITOR)
    expect(sockets.length).toBeGreaterThan(before)
  } finally {
    await phone.end()
    await visitor.end()
  }
})

test(
  'a reload while the code is being prepared loses nothing: the next code works',
  visitingWithPhone({}, async (visitor, phone) => {
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    await visitor.page.reload()
    await phone.pair(await openCode(visitor))
    await visitor.reads('address', VISITOR)
    await phone.hasSessions(1)
  }),
)

test.each(['scanned before', 'scanned after'] as const)(
  'a reload ends the pairing whose code was %s the reload: that code does not connect, and the next one works',
  (when) =>
    visitingWithPhone({}, async (visitor, phone) => {
      await phone.behave({ answer: 'ask' })
      const uri = await openCode(visitor)
      if (when === 'scanned before') {
        await phone.pair(uri)
        await phone.does((it) => it.nextPrompt('proposal'))
      }
      await visitor.page.reload()
      if (when === 'scanned after') await phone.pair(uri)
      await phone.answers('approve').catch(() => {})
      await phone.behave({ answer: 'approve' })
      await visitor.reads('status', 'disconnected')
      const fresh = await openCode(visitor)
      expect(fresh).not.toBe(uri)
      await phone.pair(fresh)
      await visitor.reads('address', VISITOR)
      // The session that was approved before the reload no longer belongs to any page.
      await phone.hasSessions(1)
      await visitor.page.reload()
      await visitor.reads('address', VISITOR)
    })(),
)

test(
  'closing while the code is being prepared leaves nothing behind, and the next opening shows a code',
  visiting({}, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('wallet-selector-walletconnect').click()
    await visitor.close()
    expect(await openCode(visitor)).toMatch(/^wc:/)
    expect(visitor.problems).toEqual([])
  }),
)
