import type { WebSocketRoute } from 'playwright-core'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { connectPhone, openCode, openPhone, type PhoneVisit, visitingWithPhone } from '../browser/support/phone.ts'
import { closeBrowser, playgroundUrl, VISITOR, type Visit, visit } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const FIRST = 'eip155:31337'
const SECOND = 'eip155:31338'
const OWNER = `${FIRST}:${VISITOR}`

const signsAgain = async (visitor: Visit, account = OWNER) =>
  expect(await isSignedBy(account, 'again', await sign(visitor, 'eip155', 'again'))).toBe(true)

/** Waits until the phone has received `count` requests. */
const hasBeenAsked = (phone: PhoneVisit, count: number) =>
  phone.page.waitForFunction((wanted) => window.phone.log.filter(({ method }) => method).length === wanted, count)

/** Starts a signature request of the page, and records its outcome there. */
const beginToSign = (visitor: Visit) =>
  visitor.onPage((modal) => {
    const provider = modal.getWalletProvider() as { request(asked: object): Promise<unknown> }
    const params = ['0x6869', modal.getAddress()]
    const asking = provider.request({ method: 'personal_sign', params }).then(
      (signature) => ({ signature: String(signature) }),
      (error) => ({ isError: error instanceof Error, code: error.code }),
    )
    Object.assign(window, { asking })
  })

type Outcome = { signature: string } | { isError: boolean; code: unknown }
const outcome = (visitor: Visit) => visitor.page.evaluate(() => (window as unknown as { asking: Outcome }).asking)

test(
  'an unanswered signature request does not block the next one',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await phone.behave({ answer: 'never' })
    await beginToSign(visitor)
    await hasBeenAsked(phone, 1)
    await visitor.openAccount()
    await visitor.close()
    await phone.behave({ answer: 'approve' })
    await signsAgain(visitor)
    // Unanswered requests end with the session.
    await visitor.onPage((modal) => modal.disconnect())
    expect(await outcome(visitor)).toEqual({ isError: true, code: 4900 })
    await visitor.reads('status', 'disconnected')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'an unanswered network switch leaves the page where it is, and the next attempt works',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.choose({ networks: [FIRST] })
    await connectPhone(visitor, phone)
    await phone.behave({ answer: 'never' })
    await visitor.openNetworks()
    await visitor.choose('Portico Second')
    await visitor.view('SwitchNetwork').waitFor()
    await hasBeenAsked(phone, 1)
    await visitor.reads('chain-id', '31337')
    await visitor.back()
    await visitor.view('Networks').waitFor()
    await phone.behave({ answer: 'approve' })
    await visitor.choose('Portico Second')
    await visitor.reads('chain-id', '31338')
    await signsAgain(visitor, `${SECOND}:${VISITOR}`)
  }),
)

test(
  'the phone ends its session while the page is closed: the next visit is not connected, and pairs again',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await visitor.reads('status', 'connected')
    await visitor.page.goto('about:blank')
    await phone.does((it) => it.disconnect())
    await phone.hasSessions(0)
    await visitor.page.goto(playgroundUrl())
    await visitor.reads('status', 'disconnected')
    await visitor.page.waitForFunction(() => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE') === null)
    await connectPhone(visitor, phone)
    await visitor.reads('address', VISITOR)
    await signsAgain(visitor)
    await phone.hasSessions(1)
  }),
)

test(
  'the phone ends its session during a request: the site gets an error, and the page is not connected',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    await phone.behave({ answer: 'ask' })
    await beginToSign(visitor)
    await phone.does((it) => it.nextPrompt('request'))
    await phone.does((it) => it.disconnect())
    const told = await outcome(visitor)
    expect(told).toMatchObject({ isError: true })
    expect([4900, 6000]).toContain('code' in told && told.code)
    await visitor.reads('status', 'disconnected')
    expect(await visitor.storedConnection()).toBeUndefined()
    await phone.behave({ answer: 'approve' })
    await connectPhone(visitor, phone)
    await signsAgain(visitor)
  }),
)

test('a connection lost during a signature request: the signature arrives when the connection is back', async () => {
  const open = new Set<WebSocketRoute>()
  let isDown = false
  const cut = { code: 1001, reason: 'no line' }
  const visitor = await visit({
    prepare: (context) =>
      context.routeWebSocket(/\/relay/, (socket) => {
        if (isDown) return void socket.close(cut)
        open.add(socket)
        socket.connectToServer()
      }),
  })
  const phone = await openPhone(visitor)
  try {
    await phone.behave({ answer: 'approve' })
    await connectPhone(visitor, phone)
    await phone.behave({ answer: 'ask' })
    await beginToSign(visitor)
    await phone.does((it) => it.nextPrompt('request'))
    isDown = true
    await Promise.all([...open].map((socket) => socket.close(cut)))
    await phone.answers('approve')
    isDown = false
    const told = await outcome(visitor)
    expect('signature' in told && (await isSignedBy(OWNER, 'hi', told.signature))).toBe(true)
    await visitor.reads('status', 'connected')
    await phone.behave({ answer: 'approve' })
    await signsAgain(visitor)
  } finally {
    await phone.end()
    await visitor.end()
  }
})

test(
  'malformed events of a phone change nothing',
  visitingWithPhone({}, async (visitor, phone) => {
    await connectPhone(visitor, phone)
    const senseless = [null, {}, [], '', 'nonsense', -1, [null, {}], { chainId: {} }, ['0x1'], 'x'.repeat(2_000)]
    for (const name of ['accountsChanged', 'chainChanged']) {
      for (const data of senseless) {
        await phone.does((it, [network, event, what]) => it.emit(network, event, what), [FIRST, name, data] as const)
      }
    }
    await signsAgain(visitor)
    await visitor.reads('caip-address', OWNER)
    expect(await phone.topics()).toHaveLength(1)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a code still open on the phone is useless once the page is closed',
  visitingWithPhone({}, async (visitor, phone) => {
    await phone.behave({ answer: 'ask' })
    await phone.pair(await openCode(visitor))
    await phone.does((it) => it.nextPrompt('proposal'))
    await visitor.page.reload()
    await visitor.reads('status', 'disconnected')
    await phone.does((it) => it.approve())
    await phone.behave({ answer: 'approve' })
    await connectPhone(visitor, phone)
    await visitor.reads('address', VISITOR)
    await signsAgain(visitor)
  }),
)
