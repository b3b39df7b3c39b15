/** @jest-environment jsdom */
import { NodeError } from '../rpc/testing/fakeNode.ts'
import { openRpc, SHOP, settle, shown } from '../rpc/testing/openRpc.ts'
import { createFakeFrame, SITE } from './testing/fakeFrame.ts'
import { point } from './testing/fakeSight.ts'
import { WINDOW_READY } from './windowReady.ts'

/** A browser that cannot report what covers a frame: Firefox, Safari. */

const REFUSED = { failure: 'rejected' }
const SEND = { to: `0x${'22'.repeat(20)}`, value: '0xde0b6b3a7640000' }

beforeEach(() => {
  jest.useFakeTimers()
  document.hasFocus = () => true
})
afterEach(() => jest.useRealTimers())

type Frame = ReturnType<typeof createFakeFrame>

async function shownIn(frame: Frame): Promise<HTMLElement> {
  for (let turn = 0; turn < 20; turn++) {
    await jest.advanceTimersByTimeAsync(0)
    await settle()
    const screen = frame.find('approval')
    if (screen) return screen
  }
  throw new Error('Nothing is shown in the frame.')
}

async function ask(method = 'personal_sign', params?: unknown, options: Parameters<typeof openRpc>[0] = {}) {
  const frame = createFakeFrame()
  const opened = openRpc({ ...options, frame: frame.window })
  const answer = opened.ask(method, params ?? ['hi', opened.account.evm])
  const screen = await shownIn(frame)
  const review = async () => {
    frame.find('review')?.click()
    frame.ready()
    await settle()
  }
  return { frame, opened, answer, screen, review }
}

/** Presses the button often and in every possible way. */
async function pressAway(button: HTMLElement | null): Promise<void> {
  await jest.advanceTimersByTimeAsync(5_000)
  for (const name of ['pointerdown', 'pointerup']) point(button as HTMLElement, name)
  button?.dispatchEvent(new MouseEvent('click', { detail: 0 }))
  await settle()
}

test('the frame shows all of the request and can reject it, but not approve it', async () => {
  const { frame, opened, answer, screen } = await ask()
  expect(screen.textContent).toContain(SHOP)
  expect([frame.find('approve'), frame.find('review')?.textContent]).toEqual([null, 'Review in a window'])
  expect(frame.hint()).toContain('the page could hide part of this from you')
  frame.block()
  await pressAway(frame.find('review'))
  expect(opened.uses()).toBe(0)
  frame.find('reject')?.click()
  expect(await answer).toEqual(REFUSED)
})

test('a press opens a window of the secure site, and a request approved there is signed', async () => {
  const { frame, opened, answer, review } = await ask()
  await review()
  expect(frame.requests).toEqual([['/approve', '_blank', 'popup,width=440,height=760']])
  expect(frame.hint()).toBe('Continue in the window that opened.')
  const there = opened.find('approval')
  expect(there?.textContent).toContain(SHOP)
  expect(document.activeElement?.textContent).toBe('Reject')
  expect(document.querySelector('main')?.hasAttribute('inert')).toBe(true)
  await opened.approve()
  expect(await answer).toMatch(/^0x/)
  expect([frame.isClosed(), frame.find('approval'), opened.find('approval')]).toEqual([true, null, null])
})

test('the window requires the request to be in sight for half a second, as the frame does in other browsers', async () => {
  const { opened, answer, review } = await ask()
  await review()
  const button = opened.find('approve') as HTMLElement
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(499)
  point(button, 'pointerdown')
  point(button, 'pointerup')
  await settle()
  expect(opened.uses()).toBe(0)
  await opened.approve()
  expect(await answer).toMatch(/^0x/)
})

test.each(['reject', 'Escape'])('%s in the window rejects the request and closes the window', async (how) => {
  const { frame, opened, answer, review } = await ask()
  await review()
  if (how === 'reject') opened.reject()
  else window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(await answer).toEqual(REFUSED)
  expect([opened.uses(), frame.isClosed()]).toEqual([0, true])
})

test('closing the window decides nothing: the visitor can open it again and approve the request', async () => {
  const { frame, opened, answer, review } = await ask()
  await review()
  frame.closeByHand()
  await jest.advanceTimersByTimeAsync(500)
  expect(frame.hint()).toBe('The window was closed before you decided. You can open it again.')
  expect(frame.find('approval')).not.toBeNull()
  await review()
  expect(frame.requests).toHaveLength(2)
  await opened.approve()
  expect(await answer).toMatch(/^0x/)
})

test('reloading the window shows the request again, and the screen from before the reload decides nothing', async () => {
  const { frame, opened, answer, review } = await ask()
  await review()
  const before = opened.find('reject')
  frame.ready()
  await settle()
  before?.click()
  await settle()
  expect([opened.find('approval') !== null, frame.find('approval') !== null]).toEqual([true, true])
  await opened.approve()
  expect(await answer).toMatch(/^0x/)
})

test('a window that is reloaded after the approval says that the request is approved, and has no buttons', async () => {
  let mine = (_: unknown) => {}
  const eth_sendRawTransaction = () =>
    new Promise((resolve) => {
      mine = resolve
    })
  const heard: (Window | undefined)[] = []
  const { frame, opened, answer, review } = await ask('eth_sendTransaction', [SEND], {
    answers: { eth_sendRawTransaction },
    onWindow: (there) => heard.push(there),
  })
  await review()
  await shown(opened)
  await opened.approve()
  await settle()
  frame.ready()
  await settle()
  expect([opened.find('approve'), opened.find('reject'), opened.find('approval')]).toEqual([null, null, null])
  expect(opened.find('decided')?.textContent).toBe(
    'You’ve already approved this. The window will close when it’s done.',
  )
  // A passkey can still be requested in the reloaded window.
  expect(heard.at(-1)).toBe(window)
  mine('0x1')
  expect(await answer).toMatch(/^0x[\da-f]{64}$/)
  expect([frame.isClosed(), opened.find('decided'), opened.uses()]).toEqual([true, null, 1])
})

test('if no window opens, the frame explains what to do, and nothing can be approved', async () => {
  const { frame, opened, answer, review } = await ask()
  frame.block()
  frame.find('review')?.click()
  expect(frame.hint()).toMatch(/^Couldn’t open the window\. Allow pop-ups/)
  await pressAway(frame.find('review'))
  expect(opened.uses()).toBe(0)
  frame.allow()
  await review()
  await opened.approve()
  expect(await answer).toMatch(/^0x/)
})

test.each<[string, (requests: Awaited<ReturnType<typeof ask>>) => unknown]>([
  ['is rejected in the frame', ({ frame }) => frame.find('reject')?.click()],
  ['is cancelled by the page', ({ opened }) => opened.abort()],
])('the window closes when the request %s', async (_, end) => {
  const requests = await ask()
  await requests.review()
  end(requests)
  expect(await requests.answer).toEqual(REFUSED)
  expect([requests.frame.isClosed(), requests.opened.find('approval')]).toEqual([true, null])
})

test('the window closes with the frame, and can no longer approve anything', async () => {
  const { frame, opened, review } = await ask()
  await review()
  const approve = opened.find('approve')
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  frame.leave()
  expect([frame.isClosed(), opened.find('approval')]).toEqual([true, null])
  point(approve as HTMLElement, 'pointerdown')
  point(approve as HTMLElement, 'pointerup')
  await settle()
  expect(opened.uses()).toBe(0)
})

test.each([
  ['from another window', { source: {} }],
  ['from another origin', { origin: SHOP }],
  ['made by a script', { isTrusted: false }],
  ['of another kind', { data: { type: 'portico.approve.approved' } }],
  ['without data', { data: null }],
])('a message %s draws nothing and decides nothing', async (_, change) => {
  const { frame, opened, answer } = await ask()
  frame.find('review')?.click()
  frame.hear({ data: WINDOW_READY, origin: SITE, source: window, isTrusted: true, ...change })
  await settle()
  expect([opened.find('approval'), opened.uses()]).toEqual([null, 0])
  frame.find('reject')?.click()
  await answer
})

test('a second press closes the first window and opens another one', async () => {
  const { frame, opened, answer, review } = await ask()
  await review()
  await review()
  expect(frame.requests).toHaveLength(2)
  expect(document.querySelectorAll('[data-testid=approval]')).toHaveLength(1)
  opened.reject()
  expect(await answer).toEqual(REFUSED)
})

test('the next request needs another press, and opens its own window', async () => {
  const { frame, opened, answer, review } = await ask()
  const second = opened.ask('personal_sign', ['two', opened.account.evm])
  await review()
  await opened.approve()
  await answer
  const screen = await shownIn(frame)
  expect([screen.textContent?.includes('two'), opened.find('approval')]).toEqual([true, null])
  expect(frame.requests).toHaveLength(1)
  await review()
  await opened.approve()
  expect(await second).toMatch(/^0x/)
})

test('the expected changes are shown in the frame and in the window before anything can be approved', async () => {
  const { frame, opened, answer, review } = await ask('eth_sendTransaction', [SEND])
  await review()
  const screen = await shown(opened)
  for (const text of [screen.textContent, frame.find('approval')?.textContent]) expect(text).toContain('1 ETH')
  await opened.approve()
  await settle()
  expect(await answer).toMatch(/^0x[\da-f]{64}$/)
})

test('the approving window stays open during signing, because only there can a passkey be requested', async () => {
  const heard: (Window | undefined)[] = []
  const { frame, opened, answer, review } = await ask(undefined, undefined, { onWindow: (there) => heard.push(there) })
  let isThere: boolean | undefined
  opened.onUse(() => {
    isThere = heard.at(-1) === window && !frame.isClosed()
  })
  await review()
  await opened.approve()
  await answer
  expect([isThere, heard.at(-1), frame.isClosed()]).toEqual([true, undefined, true])
})

test('if a request that was approved in the window fails, the frame says so', async () => {
  const answers = { eth_sendRawTransaction: new NodeError(-32000, 'insufficient funds') }
  const { frame, opened, answer, review } = await ask('eth_sendTransaction', [SEND], { answers })
  await review()
  await shown(opened)
  await opened.approve()
  for (let turn = 0; turn < 5; turn++) await settle()
  expect(frame.isClosed()).toBe(true)
  expect(frame.find('approval')?.textContent).toContain('Not sent: your account doesn’t have enough funds.')
  frame.find('reject')?.click()
  expect(await answer).toMatchObject({ failure: expect.any(String) })
})

test('if there is nothing to approve, no window is offered, and an open window closes', async () => {
  const answers = { eth_getBalance: '0x1' }
  const { frame, opened, answer, review } = await ask('eth_sendTransaction', [SEND], { answers })
  if (frame.find('review')) await review()
  await jest.advanceTimersByTimeAsync(500)
  expect([frame.find('review'), opened.find('approval')]).toEqual([null, null])
  expect(frame.hint()).toBe('Nothing to approve.')
  frame.find('reject')?.click()
  await answer
})

test("the window has the frame's theme and accent color", async () => {
  const { frame, opened, answer, review } = await ask()
  const { documentElement } = frame.window.document
  documentElement.dataset.theme = 'light'
  documentElement.style.setProperty('--w-color-accent', '#123456')
  await review()
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(document.documentElement.style.getPropertyValue('--w-color-accent')).toBe('#123456')
  opened.reject()
  await answer
})
