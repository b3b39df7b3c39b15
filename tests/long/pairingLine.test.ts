import type { WebSocketRoute } from 'playwright-core'
import { until } from '../../services/testing/until.ts'
import { openCode, openPhone } from '../browser/support/phone.ts'
import { closeBrowser, VISITOR, visit } from '../browser/support/visit.ts'

jest.setTimeout(180_000)
afterAll(closeBrowser)

/** `pairingOutage.test.ts` waits for six attempts, which take this page two minutes. */
const ATTEMPTS = 2
const PATIENCE_MS = 120_000

test('after two failed connection attempts while the code is shown, the same code still works', async () => {
  let isDown = false
  let attempts = 0
  const open = new Set<WebSocketRoute>()
  const visitor = await visit({
    prepare: (context) =>
      context.routeWebSocket(/\/relay/, (socket) => {
        if (isDown) {
          attempts++
          void socket.close({ code: 1001, reason: 'no line' })
          return
        }
        open.add(socket)
        socket.connectToServer()
      }),
  })
  const phone = await openPhone(visitor)
  try {
    const uri = await openCode(visitor)
    isDown = true
    await Promise.all([...open].map((socket) => socket.close({ code: 1001, reason: 'no line' })))
    await phone.behave({ answer: 'approve' })
    // The wallet approves while the page is offline, so its response waits at the relay.
    await phone.pair(uri)
    await until(() => attempts >= ATTEMPTS)
    expect(await visitor.page.getByTestId('wui-qr-code').getAttribute('data-uri')).toBe(uri)
    isDown = false
    await visitor.dialog.waitFor({ state: 'detached', timeout: PATIENCE_MS })
    await visitor.reads('address', VISITOR)
    await phone.hasSessions(1)
  } finally {
    await phone.end()
    await visitor.end()
  }
})
