import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, verifyMessage } from 'viem'
import { WALLET_PROJECT_ID } from '../../scripts/local.mjs'
import {
  approval,
  approveButton,
  asks,
  frameOf,
  middleOfApprove,
  onFrameElement,
  outcome,
  showApproval,
} from '../browser/support/approvals.ts'
import { isNotApproved, pressesInto, TRAPS } from '../browser/support/approveTraps.ts'
import {
  addressOf,
  approve,
  inFrame,
  newAddress,
  reject,
  signIn,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** A hostile page, or another window, tries to get a signature that its visitor has not approved. */

jest.setTimeout(90_000)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const TEXT = 'attack at dawn'
/** EIP-1193: the visitor has rejected the request. */
const REJECTED = { code: 4001 }
const ABORTED = { code: -32603, message: 'Request was aborted' }

/** The visitor of all tests, who signs in once because codes per client and hour are limited. */
let visitor: Visit
let isSignedIn = false

beforeEach(async () => {
  if (isSignedIn) await visitor.page.reload()
  else {
    visitor = await visit(AS_ITSELF)
    await signIn(visitor, newAddress())
    isSignedIn = true
  }
  await visitor.reads('status', 'connected')
})
afterAll(async () => {
  await visitor?.end()
  await closeBrowser()
})

interface Heard {
  readonly type?: string
  readonly id?: string
  readonly payload?: unknown
}
type Listening = typeof window & { heard: Heard[] }

/** Records every message to the page's window from now on. */
const listen = ({ page }: Pick<Visit, 'page'>) =>
  page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    addEventListener('message', ({ data }) => heard.push(data))
  })
const heard = ({ page }: Pick<Visit, 'page'>): Promise<Heard[]> =>
  page.evaluate(() => JSON.parse(JSON.stringify((window as unknown as Listening).heard)))

/** Waits for a response of the frame, which shows that it has handled all earlier messages. */
async function frameHasHeard({ page }: Visit): Promise<void> {
  const id = `last ${Math.random()}`
  await page.evaluate(
    (last) =>
      new Promise<void>((done) => {
        addEventListener('message', ({ data }) => data?.id === last && done())
        const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')
        frame?.contentWindow?.postMessage({ type: '@w3m-app/GET_CHAIN_ID', id: last }, '*')
      }),
    id,
  )
}

/** Records every message to the frame from now on, from any window. */
async function tapFrame(of: Visit): Promise<() => Promise<Heard[]>> {
  await frameOf(of).evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    addEventListener('message', ({ data }) => heard.push(data))
  })
  return () => heard({ page: frameOf(of) as unknown as Visit['page'] })
}

describe('a page that the project does not name', () => {
  const FRAMING = `<!doctype html><title>win a prize</title><script>
    window.heard = []
    addEventListener('message', ({ data }) => heard.push(data))
  </script><iframe name="w3m-secure-iframe" src="${stack.urls?.secureSite}/sdk?projectId=${WALLET_PROJECT_ID}"></iframe>`

  // A real server, because pages that Playwright fulfills count as internet pages, which must not contact this machine.
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(FRAMING)
  })
  const pageOn = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}/`
  beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
  afterAll(() => void server.close())

  const isReady = async ({ page }: Visit) => {
    await page.waitForFunction(() =>
      (window as unknown as Listening).heard.some(({ type }) => type === '@w3m-frame/READY'),
    )
  }

  test('cannot embed the secure site in a frame', async () => {
    const attacker = await visit()
    try {
      const refusal = attacker.page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
      await attacker.page.goto(pageOn('attacker.localhost'))
      expect((await refusal).text()).toMatch(/refused|violates/i)
      // The frame is missing for a moment, while the browser moves it to the process of its error page.
      const frame = () => attacker.page.frame({ name: 'w3m-secure-iframe' })
      while (!frame()) await attacker.settled()
      expect(frame()?.url()).not.toContain(stack.urls.secureSite)
      expect(await heard(attacker)).toEqual([])
      // On 127.0.0.1 this stack allows the same page, so only the policy has made the difference.
      await attacker.page.goto(pageOn('127.0.0.1'))
      await isReady(attacker)
    } finally {
      await attacker.end()
    }
  })

  test("gets no response and shows nothing, even without the secure site's policy", async () => {
    const attacker = await visit()
    try {
      await attacker.context.route(`${stack.urls.secureSite}/sdk*`, async (route) => {
        const response = await route.fetch()
        const { 'content-security-policy': policy = '', ...headers } = response.headers()
        const rest = policy.replace(/frame-ancestors[^;]*;?/, '')
        await route.fulfill({ response, headers: { ...headers, 'content-security-policy': rest } })
      })
      await attacker.page.goto(pageOn('attacker.localhost'))
      await isReady(attacker)
      await attacker.page.evaluate(() => {
        const post = (message: unknown) => window.frames[0]?.postMessage(message, '*')
        for (const name of ['IS_CONNECTED', 'GET_USER', 'CONNECT_EMAIL']) post({ type: `@w3m-app/${name}`, id: name })
        post({ type: '@w3m-app/RPC_REQUEST', id: 'sign', payload: { method: 'personal_sign', params: ['0x00'] } })
      })
      await attacker.page.waitForFunction(() => (window as unknown as Listening).heard.length >= 5)
      const answers = (await heard(attacker)).slice(1)
      expect(answers.map(({ id }) => id).sort()).toEqual(['CONNECT_EMAIL', 'GET_USER', 'IS_CONNECTED', 'sign'])
      for (const { type } of answers) expect(type).toMatch(/_ERROR$/)
      expect(await approval(attacker).count()).toBe(0)
    } finally {
      await attacker.end()
    }
  })
})

describe('messages to the frame', () => {
  test('from a pop-up, and from another frame of the page, are ignored', async () => {
    const seen = await tapFrame(visitor)
    await listen(visitor)
    const popup = visitor.context.waitForEvent('page')
    await visitor.page.evaluate(async () => {
      const attack = `
        const frame = (window.opener ?? parent).document.querySelector('iframe[name=w3m-secure-iframe]').contentWindow
        for (const name of ['IS_CONNECTED', 'GET_USER']) frame.postMessage({ type: '@w3m-app/' + name, id: name }, '*')
        frame.postMessage({ type: '@w3m-app/RPC_REQUEST', id: 'sign', payload: { method: 'personal_sign', params: ['0x00', '0x00'] } }, '*')
        frame.postMessage({ type: '@w3m-app/SIGN_OUT', id: 'out' }, '*')`
      const neighbour = document.createElement('iframe')
      neighbour.srcdoc = `<script>${attack}</${'script'}>`
      document.body.append(neighbour)
      await new Promise((done) => neighbour.addEventListener('load', done))
      const beside = window.open('about:blank', 'beside')
      const script = beside?.document.createElement('script')
      if (!beside || !script) throw new Error('There is no pop-up.')
      script.textContent = attack
      beside.document.body.append(script)
    })
    await (await popup).close()
    await frameHasHeard(visitor)
    expect((await seen()).filter(({ id }) => id === 'sign')).toHaveLength(2)
    const ids = (await heard(visitor)).map(({ id }) => id)
    for (const id of ['IS_CONNECTED', 'GET_USER', 'sign', 'out']) expect(ids).not.toContain(id)
    expect(await approval(visitor).count()).toBe(0)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
  })

  test('of a wrong type, with unknown fields, deeply nested or sent twice, take effect at most once and break nothing', async () => {
    await listen(visitor)
    await visitor.page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')?.contentWindow
      const post = (message: unknown) => frame?.postMessage(message, '*')
      let nested: unknown = 'deep'
      for (let depth = 0; depth < 500; depth++) nested = depth % 2 ? [nested] : { params: nested }
      post({ type: '@w3m-app/NOTHING', id: 'unknown' })
      post({ type: '@w3m-app/constructor', id: 'inherited' })
      post({ type: '@w3m-frame/GET_USER_SUCCESS', id: 'ours' })
      post({ type: ['@w3m-app/IS_CONNECTED'], id: 'list' })
      post({ type: '@w3m-app/IS_CONNECTED', id: { no: 'text' } })
      for (const nothing of [null, undefined, 0, '', 'IS_CONNECTED', [], nested, new Map(), new ArrayBuffer(8)])
        post(nothing)
      post({ type: '@w3m-app/RPC_REQUEST', id: 'nested', payload: { method: 'personal_sign', params: nested } })
      post({ type: '@w3m-app/RPC_REQUEST', id: 'long', payload: { method: 'x'.repeat(1_000_000), params: [] } })
      post({
        type: '@w3m-app/GET_CHAIN_ID',
        id: 'more',
        payload: undefined,
        isTrusted: true,
        origin: 'https://x.example',
        constructor: {},
      })
      for (let times = 0; times < 3; times++) post({ type: '@w3m-app/GET_CHAIN_ID', id: 'again' })
    })
    await frameHasHeard(visitor)
    const answers = (await heard(visitor)).map(({ type, id }) => `${id} ${type?.split('/')[1]}`)
    for (const id of ['unknown', 'inherited', 'ours', 'list']) expect(answers.join()).not.toContain(`${id} `)
    for (const id of ['nested', 'long']) {
      expect(answers).toContain(`${id} RPC_REQUEST_ERROR`)
      expect(answers).not.toContain(`${id} RPC_REQUEST_SUCCESS`)
    }
    expect(answers.filter((answer) => answer.startsWith('again '))).toEqual(['again GET_CHAIN_ID_SUCCESS'])
    expect(await approval(visitor).count()).toBe(0)
    // The frame still works.
    const asked = await showApproval(visitor)
    await reject(visitor)
    expect(await outcome(visitor, asked)).toMatchObject(REJECTED)
  })
})

test('responses from another window or made up by a script are ignored, even with the right id', async () => {
  const seen = await tapFrame(visitor)
  const asked = await showApproval(visitor)
  const { id } = (await seen()).find(({ type }) => type === '@w3m-app/RPC_REQUEST') ?? {}
  expect(id).toMatch(/.{16}/)
  await visitor.context.route('http://attacker.localhost:4242/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>
        const answer = { type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: '${id}', payload: '0xdead' }
        parent.postMessage(answer, '*')
        parent.postMessage({ ...answer, type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { message: 'no' } }, '*')
        parent.postMessage({ type: '@w3m-frame/READY', payload: {} }, '*')
      </script>`,
    }),
  )
  await visitor.page.evaluate(
    async ([answerTo, secureSite]) => {
      const answer = { type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: answerTo, payload: '0xdead' }
      const load = async (make: (element: HTMLIFrameElement) => void) => {
        const element = document.createElement('iframe')
        make(element)
        document.body.append(element)
        await new Promise((done) => element.addEventListener('load', done))
      }
      await load((element) => {
        element.srcdoc = `<script>parent.postMessage(${JSON.stringify(answer)}, '*')</${'script'}>`
      })
      await load((element) => {
        element.src = 'http://attacker.localhost:4242/'
      })
      window.postMessage(answer, '*')
      const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')
      const source = frame?.contentWindow ?? null
      dispatchEvent(new MessageEvent('message', { data: answer, origin: secureSite, source }))
      // Earlier messages to this window have arrived before this one.
      await new Promise((done) => {
        addEventListener('message', ({ data }) => data === 'over' && done(undefined))
        window.postMessage('over', '*')
      })
    },
    [id, stack.urls.secureSite] as const,
  )
  expect(await approval(visitor).count()).toBe(1)
  await reject(visitor)
  expect(await outcome(visitor, asked)).toMatchObject(REJECTED)
})

describe('Approve', () => {
  test.each([...TRAPS])('is disabled while %s', async (_, trick) => {
    await pressesInto(visitor, trick)
    expect(await approval(visitor).count()).toBe(0)
  })

  test('is not pressed when the frame appears under the pointer', async () => {
    const asked = await showApproval(visitor)
    const [x, y] = await middleOfApprove(visitor)
    await visitor.page.mouse.move(x + 200, y)
    await onFrameElement(visitor, (frame) => {
      frame.style.left = `${frame.getBoundingClientRect().left + 200}px`
    })
    await visitor.page.mouse.down()
    await visitor.page.mouse.up()
    await isNotApproved(visitor, asked)
  })

  test('is not pressed when the frame shrinks during the press', async () => {
    const asked = await showApproval(visitor)
    const [x, y] = await middleOfApprove(visitor)
    await visitor.page.mouse.move(x - 60, y)
    await visitor.page.mouse.move(x, y, { steps: 4 })
    await visitor.page.mouse.down()
    await onFrameElement(visitor, (frame) => {
      frame.style.width = '340px'
    })
    await frameOf(visitor).waitForFunction(() => innerWidth === 340)
    await visitor.page.mouse.up()
    await isNotApproved(visitor, asked)
  })

  test('is not pressed when the page scrolls during the press', async () => {
    const asked = await showApproval(visitor)
    await onFrameElement(visitor, (frame) => {
      const { left, top } = frame.getBoundingClientRect()
      document.body.style.minHeight = '5000px'
      document.documentElement.style.overflow = 'auto'
      Object.assign(frame.style, {
        position: 'absolute',
        left: `${left + scrollX}px`,
        top: `${top + scrollY}px`,
        bottom: 'auto',
      })
    })
    await approveButton(visitor, true).waitFor()
    const [x, y] = await middleOfApprove(visitor)
    await visitor.page.mouse.move(x - 60, y)
    await visitor.page.mouse.move(x, y, { steps: 4 })
    await visitor.page.mouse.down()
    await visitor.page.evaluate(() => {
      scrollBy({ top: 12, behavior: 'instant' })
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    })
    await visitor.page.mouse.up()
    await isNotApproved(visitor, asked)
  })
})

test('changing a request after it is posted changes neither the screen nor the signature', async () => {
  const address = (await addressOf(visitor)) as Hex
  // The page overwrites the message in the parameters right after it has sent the request.
  const asked = await asks(visitor, 'personal_sign', TEXT)
  await inFrame(visitor).getByText(TEXT).waitFor()
  await approve(visitor)
  const signature = (await outcome(visitor, asked)) as Hex
  expect(await verifyMessage({ address, message: TEXT, signature })).toBe(true)
})

test('a page that messages the frame directly, with the window closed, gets no hidden signature', async () => {
  const address = await addressOf(visitor)
  await listen(visitor)
  await visitor.page.evaluate((account) => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')
    const payload = { method: 'personal_sign', params: ['0x6869', account], chainNamespace: 'eip155' }
    frame?.contentWindow?.postMessage({ type: '@w3m-app/RPC_REQUEST', id: 'unseen', payload }, '*')
  }, address)
  await approval(visitor).waitFor({ state: 'attached' })
  await onFrameElement(visitor, (frame) => {
    frame.focus()
    frame.contentWindow?.focus()
  })
  for (const key of ['Enter', 'Space', 'Tab', 'Enter', 'Space']) await visitor.page.keyboard.press(key)
  await approveButton(visitor, false).waitFor({ state: 'attached' })
  // The button is also disabled when the frame is nearly invisible.
  await onFrameElement(visitor, (frame) => {
    Object.assign(frame.style, {
      display: 'block',
      opacity: '0.01',
      width: '360px',
      height: '600px',
      left: '0',
      top: '0',
    })
  })
  await approveButton(visitor, false).waitFor()
  const [x, y] = await middleOfApprove(visitor)
  await visitor.page.mouse.click(x, y)
  await visitor.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[name=w3m-secure-iframe]')
    frame?.contentWindow?.postMessage({ type: '@w3m-app/RPC_ABORT', id: 'off' }, '*')
  })
  await frameHasHeard(visitor)
  const answers = (await heard(visitor)).filter(({ id }) => id === 'unseen')
  expect(answers.map(({ type }) => type)).toEqual(['@w3m-frame/RPC_REQUEST_ERROR'])
  await approval(visitor).waitFor({ state: 'detached' })
})

test.each(['eth_sign', 'wallet_exportKey', 'constructor'])(
  '%s is not passed on: the window opens and says that it is not allowed, and pending requests are rejected',
  async (method) => {
    const seen = await tapFrame(visitor)
    const waiting = await showApproval(visitor)
    const asked = await asks(visitor, method)
    expect(await outcome(visitor, asked)).toMatchObject({ code: 4200 })
    expect(await outcome(visitor, waiting)).toMatchObject(ABORTED)
    await visitor.dialog.getByTestId('wui-snackbar-message').getByText('Action not allowed').waitFor()
    await frameHasHeard(visitor)
    const names = (await seen()).filter(({ type }) => type === '@w3m-app/RPC_REQUEST')
    expect(names.map(({ payload }) => (payload as { method: string }).method)).toEqual(['personal_sign'])
    await approval(visitor).waitFor({ state: 'detached' })
  },
)

/** Expects that the frame with the request is on top of the window, and that the request can be approved. */
async function isInSight(title: string): Promise<void> {
  await approveButton(visitor, true).waitFor()
  await visitor.view('ApproveTransaction').waitFor()
  expect(await approval(visitor).getByText(title).count()).toBe(1)
}
const isOpen = () => visitor.onPage((modal) => modal.getState().open)

test('after a refused method the next signature is shown over the account; closing the window rejects it', async () => {
  const refused = await asks(visitor, 'eth_sign')
  expect(await outcome(visitor, refused)).toMatchObject({ code: 4200 })
  await visitor.view('Account').waitFor()

  const asked = await asks(visitor, 'personal_sign', TEXT)
  await isInSight(TEXT)
  // A refused method also ends a pending request, and the empty space for its screen disappears.
  expect(await outcome(visitor, await asks(visitor, 'eth_sign'))).toMatchObject({ code: 4200 })
  expect(await outcome(visitor, asked)).toMatchObject(ABORTED)
  await visitor.view('Account').waitFor()

  const approved = await asks(visitor, 'personal_sign', TEXT)
  await isInSight(TEXT)
  await approve(visitor)
  expect(await outcome(visitor, approved)).toMatch(/^0x[\da-f]{130}$/)
  await visitor.view('Account').waitFor()

  const closed = await asks(visitor, 'personal_sign', TEXT)
  await isInSight(TEXT)
  await visitor.dialog.getByTestId('w3m-header-close').click()
  expect(await outcome(visitor, closed)).toMatchObject(ABORTED)
  expect(await isOpen()).toBe(false)
})

test('neither another view, a second request nor a closing window can hide a signature request', async () => {
  await visitor.onPage((modal) => modal.open({ view: 'Networks' }))
  const first = await asks(visitor, 'personal_sign', 'first')
  await isInSight('first')
  await visitor.onPage((modal) => modal.open({ view: 'Networks' }))
  await isInSight('first')
  const second = await asks(visitor, 'personal_sign', 'second')
  const firstOutcome = outcome(visitor, first)
  await approve(visitor, firstOutcome)
  expect(await firstOutcome).toMatch(/^0x/)
  await isInSight('second')
  await reject(visitor)
  expect(await outcome(visitor, second)).toMatchObject(REJECTED)
  await visitor.view('Networks').waitFor()

  // The window closes, and is needed again in the same task of the page.
  const third = visitor.onPage((modal) => {
    const provider = modal.getWalletProvider() as { request(asked: object): Promise<unknown> }
    modal.close()
    const asked = provider.request({ method: 'personal_sign', params: ['0x7468697264', modal.getAddress()] })
    return asked.catch(({ code }) => ({ code }))
  })
  await isInSight('third')
  await reject(visitor)
  expect(await third).toMatchObject(REJECTED)
  expect(await isOpen()).toBe(false)
})

test('signing out in one tab signs out the other, and nothing can be signed there', async () => {
  const other = await visitor.newTab(AS_ITSELF.query)
  await other.reads('status', 'connected')
  const asked = await showApproval(other)
  isSignedIn = false
  await visitor.onPage((modal) => modal.disconnect())
  await other.reads('status', 'disconnected')
  expect(await outcome(other, asked)).toMatchObject({ code: expect.any(Number) })
  await other.page.reload()
  await other.reads('status', 'disconnected')
  await other.page.close()
  await visitor.end()
})
