/** @jest-environment jsdom */
import { type Description, describeRequest, type Outcome, type PreviewContext } from '@portico/contracts/preview'
import { settle } from '../rpc/testing/openRpc.ts'
import { showApproval } from './showApproval.ts'
import { createFakeObserver, point, setRoom } from './testing/fakeSight.ts'

/** A frame in a browser that reports what covers the frame: Chromium. */

const ACCOUNT = `0x${'11'.repeat(20)}`
const FRIEND = `0x${'22'.repeat(20)}`
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const CONTEXT: PreviewContext = {
  caipNetworkId: 'eip155:1',
  account: ACCOUNT,
  native: { symbol: 'ETH', decimals: 18 },
  origin: 'https://shop.example',
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const message = (text: string) => describeRequest({ method: 'personal_sign', params: [hexOf(text), ACCOUNT] }, CONTEXT)
const sent = (transaction: object) => describeRequest({ method: 'eth_sendTransaction', params: [transaction] }, CONTEXT)
const SIMULATED: Outcome = { status: 'simulated', changes: [] }

function show(description: Description, { isFramed = true, outcome }: { isFramed?: boolean; outcome?: Outcome } = {}) {
  document.body.replaceChildren()
  const sight = createFakeObserver()
  const opened: unknown[] = []
  const own = Object.create(window, {
    parent: {
      get() {
        return isFramed ? {} : this
      },
    },
    open: { value: (...given: unknown[]) => opened.push(given) },
  })
  const decision = showApproval(
    {
      origin: 'https://shop.example',
      waiting: 0,
      account: ACCOUNT,
      context: CONTEXT,
      description,
      isSignature: outcome === undefined,
      outcome: outcome && Promise.resolve(outcome),
    },
    {
      window: own,
      document,
      Observer: sight.Observer,
      root: document.body,
      language: 'en',
      isReal: () => true,
    },
    new AbortController().signal,
  )
  const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
  let isApproved = false
  decision.approved.then(
    () => (isApproved = true),
    () => {},
  )
  return {
    sight,
    find,
    opened,
    hint: () => document.querySelector('#hint')?.textContent,
    isArmed: () => find('approve')?.getAttribute('aria-disabled') === 'false',
    close: () => decision.close(),
    async see(ratio = 1) {
      sight.see(ratio)
      await jest.advanceTimersByTimeAsync(500)
    },
    async press() {
      const button = find('approve') ?? find('review')
      if (button) for (const name of ['pointerdown', 'pointerup']) point(button, name)
      await settle()
      return isApproved
    },
  }
}

/** Makes the content of the scrolling part `px` pixels higher than its visible area. */
function setOverflow(screen: ReturnType<typeof show>, px: number) {
  const body = document.querySelector('.approval-body') as HTMLElement
  const ends = document.querySelectorAll('.approval-end, .approval-body > .approval-description')
  body.getBoundingClientRect = () => ({ top: 0 }) as DOMRect
  for (const end of ends) {
    end.getBoundingClientRect = () => ({ bottom: body.clientHeight + px - body.scrollTop }) as DOMRect
  }
  return {
    async scrollTo(top: number) {
      body.scrollTop = top
      body.dispatchEvent(new Event('scroll'))
      await jest.advanceTimersByTimeAsync(500)
      return screen.isArmed()
    },
  }
}

test('a text can be signed in the frame once it is in sight, and the button says "Sign this message"', async () => {
  const screen = show(message('attack at dawn'))
  await screen.see()
  expect([screen.find('approve')?.textContent, screen.isArmed()]).toEqual(['Sign this message', true])
  expect(await screen.press()).toBe(true)
})

test.each<[string, Description, Outcome | undefined]>([
  ['a payment', sent({ to: FRIEND, value: '0xde0b6b3a7640000' }), SIMULATED],
  [
    'an allowance',
    sent({ to: USDC, data: `0x095ea7b3${FRIEND.slice(2).padStart(64, '0')}${'f'.repeat(64)}` }),
    SIMULATED,
  ],
  ['an unknown call', sent({ to: FRIEND, data: '0xdeadbeef' }), SIMULATED],
  [
    'a sign-in to another site',
    message('bank.example wants you to sign in with your Ethereum account:\n0x\n'),
    undefined,
  ],
  ['typed data', { ...message('a'), kind: 'typedData', titleKey: 'preview.kind.typedData' }, undefined],
])('%s, even fully in sight, is never approved in the frame: it needs a window', async (_, description, outcome) => {
  const screen = show(description, { outcome })
  await settle()
  await screen.see()
  expect([screen.find('approve'), screen.find('review')?.textContent]).toEqual([null, 'Review in a window'])
  expect(await screen.press()).toBe(false)
})

test('title, warnings and receivers never scroll away; the rest scrolls', async () => {
  const data = `0x095ea7b3${FRIEND.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
  const screen = show(sent({ to: USDC, data }), { isFramed: false, outcome: SIMULATED })
  await settle()
  const gist = screen.find('gist')
  expect(gist?.parentElement).toBe(screen.find('approval'))
  expect(gist?.querySelector('h1')?.textContent).toBe('Allow someone to spend your tokens')
  expect(gist?.querySelector('.approval-outcome')?.textContent).toContain('No balance changes found.')
  expect(gist?.querySelector('.approval-danger')?.textContent).toContain('can take your whole balance')
  expect(gist?.querySelector('.approval-address')?.textContent).toBe(FRIEND)
  expect(document.querySelector('.approval-body')?.textContent).not.toContain('Spender')
  screen.close()
})

test('nothing can be approved while one line of the gist is out of sight', async () => {
  const screen = show(message('attack at dawn'))
  await screen.see()
  const title = document.querySelector('h1') as Element
  screen.sight.seeOnly(title, 0.5)
  expect(screen.isArmed()).toBe(false)
  expect(await screen.press()).toBe(false)
})

test('a frame that becomes too small offers a window, and offers to approve again once there is room', async () => {
  const screen = show(message('attack at dawn'))
  await screen.see()
  setRoom({ height: 90 })
  // The frame has not been notified of the new size yet, but checks it when the button is pressed.
  expect(await screen.press()).toBe(false)
  window.dispatchEvent(new Event('resize'))
  expect(screen.find('approve')).toBeNull()
  expect(screen.find('review')).not.toBeNull()
  expect(screen.hint()).toContain('There isn’t enough room')
  setRoom()
  window.dispatchEvent(new Event('resize'))
  await screen.see()
  expect([screen.find('review'), screen.isArmed()]).toEqual([null, true])
  screen.close()
})

test.each([
  [0.25, false],
  [0.5, false],
  [1, true],
  [4, true],
])('at a zoom of %d a request can be approved in the frame: %s', async (zoom, isArmed) => {
  Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: zoom })
  const screen = show(message('attack at dawn'))
  await screen.see()
  expect(screen.isArmed()).toBe(isArmed)
  screen.close()
  Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: 1 })
})

test('once a window has been requested, the frame no longer offers to approve', async () => {
  setRoom({ height: 90 })
  const screen = show(message('attack at dawn'))
  setRoom({ height: 90 })
  window.dispatchEvent(new Event('resize'))
  screen.find('review')?.click()
  expect(screen.opened).toHaveLength(1)
  setRoom()
  window.dispatchEvent(new Event('resize'))
  await screen.see()
  expect([screen.find('approve'), screen.find('review') !== null]).toEqual([null, true])
  screen.close()
})

test('a text that is longer than the frame can be signed only after scrolling to its end', async () => {
  const screen = show(message('Fern & Fable. '.repeat(200)))
  const { scrollTo } = setOverflow(screen, 1_000)
  await screen.see()
  expect([screen.isArmed(), screen.hint()]).toEqual([false, 'Scroll to the end to continue.'])
  expect(await scrollTo(900)).toBe(false)
  expect(await scrollTo(1_000)).toBe(true)
  // Scrolling back up changes nothing, but after a resize the end has to be seen again.
  expect(await scrollTo(0)).toBe(true)
  window.dispatchEvent(new Event('resize'))
  await jest.advanceTimersByTimeAsync(500)
  expect(screen.isArmed()).toBe(false)
  screen.close()
})

test('reaching the end does not count while something else is out of sight', async () => {
  const screen = show(message('Fern & Fable. '.repeat(200)))
  const { scrollTo } = setOverflow(screen, 1_000)
  screen.sight.see(0.9)
  expect(await scrollTo(1_000)).toBe(false)
  expect(await scrollTo(0)).toBe(false)
  await screen.see()
  expect(screen.isArmed()).toBe(false)
  screen.close()
})

test.each<[string, Description, Outcome, boolean]>([
  ['an unknown call', sent({ to: FRIEND, data: '0xdeadbeef' }), SIMULATED, false],
  ['a payment', sent({ to: FRIEND, value: '0x1' }), SIMULATED, true],
  [
    'a payment that turns out to grant an unlimited allowance',
    sent({ to: FRIEND, value: '0x1' }),
    { status: 'simulated', changes: [], grants: [{ token: USDC, spender: FRIEND, isUnlimited: true }] },
    false,
  ],
])(
  'in a window of its own, only low-risk requests can be approved without scrolling: %s',
  async (_, description, outcome, isArmed) => {
    const screen = show(description, { isFramed: false, outcome })
    const { scrollTo } = setOverflow(screen, 1_000)
    await settle()
    await screen.see()
    expect(screen.isArmed()).toBe(isArmed)
    expect(await scrollTo(1_000)).toBe(true)
    screen.close()
  },
)

test('a window without room for the gist shows the gist in the scrolling part, which has to be read to its end', async () => {
  const screen = show(sent({ to: FRIEND, value: '0x1' }), { isFramed: false, outcome: SIMULATED })
  const { scrollTo } = setOverflow(screen, 1_000)
  await settle()
  Object.defineProperty(screen.find('gist'), 'offsetHeight', { configurable: true, value: 550 })
  window.dispatchEvent(new Event('resize'))
  expect(screen.find('gist')?.parentElement?.className).toBe('approval-body')
  await screen.see()
  expect([screen.isArmed(), screen.hint()]).toEqual([false, 'Scroll to the end to continue.'])
  expect(await scrollTo(1_000)).toBe(true)
  screen.close()
})
