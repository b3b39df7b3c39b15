/** @jest-environment jsdom */
import { addErrors, type EmbeddedWalletCommands, ModalError } from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { FRAME_FAILURES, type FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { fakeEmbeddedWallet, fakeHost, inHost, render, unmountAll } from '@portico/contracts/testing'
import { act, StrictMode } from 'react'
import { DEVICE_STEP_AFTER_MS } from '../finishSignIn.ts'
import remote from '../remote.ts'
import EmailVerifyOtp from './EmailVerifyOtp.tsx'

addErrors(embeddedWalletErrors)
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }))
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

const EMAIL = 'ada@example.org'
const frameSays = (failure: FrameFailure) =>
  new ModalError('frame.failed', { details: { code: FRAME_FAILURES[failure].code } })
const never = () => new Promise<never>(() => {})

/** A promise that the test settles. */
function gate<T = void>() {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open: (value: T) => open(value) }
}

/** Renders in strict mode, where React runs effects and renders twice. */
async function show(own: Partial<EmbeddedWalletCommands> = {}, life = new AbortController()) {
  const calls: string[] = []
  const note = <Args extends unknown[], T>(name: string, call: (...args: Args) => T) =>
    function noted(...args: Args): T {
      calls.push(typeof args[0] === 'string' ? `${name} ${args[0]}` : name)
      return call(...args)
    }
  const wallet = fakeEmbeddedWallet(own)
  const host = fakeHost({
    remote,
    embeddedWallet: {
      ...wallet,
      connectEmail: note('connectEmail', wallet.connectEmail),
      checkCode: note('checkCode', wallet.checkCode),
      waitForDevice: note('waitForDevice', wallet.waitForDevice),
      connect: note('connect', wallet.connect),
    },
  })
  const view = await render(
    <StrictMode>{inHost(host, <EmailVerifyOtp params={{ email: EMAIL }} signal={life.signal} />)}</StrictMode>,
  )
  const boxes = () => [...view.container.querySelectorAll('input')]
  return {
    ...view,
    host,
    calls,
    boxes,
    typed: () =>
      boxes()
        .map(({ value }) => value)
        .join(''),
    enter: (code: string) =>
      act(async () => {
        const event = new Event('paste', { bubbles: true, cancelable: true })
        Object.assign(event, { clipboardData: { getData: () => code } })
        boxes()[0]?.dispatchEvent(event)
      }),
    alerts: () => [...view.container.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
    pass: (ms: number) => act(async () => jest.advanceTimersByTime(ms)),
  }
}

test("the full address and the code's lifetime are shown", async () => {
  const { text } = await show()
  expect(text()).toContain(`Enter the code we sent to ${EMAIL}`)
  expect(text()).toContain('The code is valid for 10 minutes')
})

test('a correct code on a known device connects at once, without repeated requests or another step', async () => {
  const { enter, calls, host, text } = await show()
  await enter('123456')
  expect(calls).toEqual(['checkCode 123456', 'waitForDevice', 'connect'])
  expect(text()).not.toContain('link')
  expect(host.asked).toEqual([])
})

test('the check is shown, and the same code is not sent again', async () => {
  const { enter, calls, text } = await show({ checkCode: never })
  await enter('123456')
  await enter('123456')
  expect(calls).toEqual(['checkCode 123456'])
  expect(text()).toContain('Checking the code')
})

test('a wrong code is announced, and the focus returns to the first box', async () => {
  const { enter, alerts, typed, boxes, calls } = await show({ checkCode: () => Promise.reject(frameSays('codeWrong')) })
  await enter('123456')
  expect(alerts()).toEqual(['Incorrect code. Try again.'])
  expect(typed()).toBe('')
  expect(document.activeElement).toBe(boxes()[0])
  expect(boxes()[0]?.getAttribute('aria-invalid')).toBe('true')
  await enter('654321')
  expect(calls).toEqual(['checkCode 123456', 'checkCode 654321'])
  expect(alerts()).toEqual(['Incorrect code. Try again.'])
})

test.each([
  ['codeExpired', 'This code has expired'],
  ['codeUsedUp', 'Too many attempts with this code'],
] as const)('%s: another code is offered', async (failure, said) => {
  const { enter, alerts, boxes, press, calls, host, text } = await show({
    checkCode: () => Promise.reject(frameSays(failure)),
  })
  await enter('123456')
  expect(alerts()).toEqual([said])
  expect(boxes()).toEqual([])
  await press('Send a new code')
  expect(calls).toEqual(['checkCode 123456', `connectEmail ${EMAIL}`])
  expect(host.asked).toEqual([['showSnack', { variant: 'success', text: 'Code email resent' }]])
  expect(text()).toContain('Enter the code we sent to')
  expect(document.activeElement).toBe(boxes()[0])
})

test('another code can be requested after a visible countdown', async () => {
  const startedAt = Date.now()
  const emailCooldownS = () => Math.max(0, 30 - Math.floor((Date.now() - startedAt) / 1_000))
  const { button, pass, press, calls, host } = await show({ emailCooldownS })
  expect(button('Resend in 30s').disabled).toBe(true)
  await pass(1_000)
  expect(button('Resend in 29s').disabled).toBe(true)
  await pass(29_000)
  await press('Resend code')
  expect(calls).toEqual([`connectEmail ${EMAIL}`])
  expect(host.asked).toEqual([['showSnack', { variant: 'success', text: 'Code email resent' }]])
})

test('if another code cannot be sent, the boxes stay usable', async () => {
  const { press, alerts, enter, calls } = await show({
    connectEmail: () => Promise.reject(frameSays('mailUnavailable')),
  })
  await press('Resend code')
  expect(alerts()).toEqual(['Couldn’t send the email. Try again.'])
  await enter('123456')
  expect(calls.at(-1)).toBe('connect')
})

test('if the frame now requires device approval, the visitor is led to that step', async () => {
  const { press, host } = await show({ connectEmail: async () => 'VERIFY_DEVICE' })
  await press('Resend code')
  expect(host.asked.at(-1)).toEqual(['replace', 'EmailVerifyDevice', { email: EMAIL }])
})

describe('an unknown device', () => {
  test('shows after a moment that a link was mailed, and continues once it is followed', async () => {
    const link = gate()
    const { enter, text, pass, calls } = await show({
      waitForDevice: () => link.promise,
      connect: never,
    })
    await enter('123456')
    await pass(DEVICE_STEP_AFTER_MS - 1)
    expect(text()).not.toContain('link')
    await pass(1)
    expect(text()).toContain(`To confirm this device, open the link we sent to ${EMAIL}`)
    expect(text()).toContain('This window will continue automatically.')
    expect(calls).toEqual(['checkCode 123456', 'waitForDevice'])
    await act(async () => link.open())
    expect(calls.at(-1)).toBe('connect')
    expect(text()).toBe('Opening your wallet')
  })

  test('can request another link after 30 s; the new link replaces the first', async () => {
    const waits: AbortSignal[] = []
    const { enter, button, press, pass, calls } = await show({
      waitForDevice(signal) {
        waits.push(signal)
        return never()
      },
    })
    await enter('123456')
    await pass(DEVICE_STEP_AFTER_MS)
    expect(button('Resend in 30s').disabled).toBe(true)
    await pass(30_000)
    await press('Resend email')
    expect(calls).toEqual(['checkCode 123456', 'waitForDevice', 'waitForDevice'])
    expect(waits.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(button('Resend in 30s').disabled).toBe(true)
  })

  test('whose link was not opened in time shows a message, and continues with another link but no new code', async () => {
    let wait = (): Promise<void> => Promise.reject(new ModalError('frame.requestTimedOut'))
    const { enter, alerts, press, pass, calls } = await show({ waitForDevice: () => wait() })
    await enter('123456')
    await pass(DEVICE_STEP_AFTER_MS)
    expect(alerts()).toEqual(['The link wasn’t opened in time'])
    wait = async () => {}
    await press('Send a new link')
    expect(calls).toEqual(['checkCode 123456', 'waitForDevice', 'waitForDevice', 'connect'])
  })

  test('that was refused shows a message', async () => {
    const { enter, alerts } = await show({ waitForDevice: () => Promise.reject(frameSays('deviceRefused')) })
    await enter('123456')
    expect(alerts()).toEqual(['This device wasn’t confirmed'])
  })
})

test('opening the wallet can be retried without another code', async () => {
  let connect = (): Promise<void> => Promise.reject(frameSays('keyUnavailable'))
  const { enter, alerts, press, calls } = await show({ connect: () => connect() })
  await enter('123456')
  expect(alerts()).toEqual(['Can’t open your wallet right now. Try again later.'])
  connect = async () => {}
  await press('Try again')
  expect(calls).toEqual(['checkCode 123456', 'waitForDevice', 'connect', 'connect'])
})

test('while another view covers this one, the wait for the same link goes on', async () => {
  const life = new AbortController()
  const first = await show({ waitForDevice: never }, life)
  await first.enter('123456')
  await first.pass(DEVICE_STEP_AFTER_MS)
  await unmountAll()
  const second = await show({ waitForDevice: never }, life)
  expect(second.text()).toContain('open the link')
  expect(first.calls.concat(second.calls)).toEqual(['checkCode 123456', 'waitForDevice'])
})

test.each(['checkCode', 'waitForDevice'] as const)('leaving during %s does not connect', async (during) => {
  const life = new AbortController()
  const answer = gate()
  const signals: AbortSignal[] = []
  const { enter, calls, pass } = await show(
    {
      [during](...args: unknown[]) {
        signals.push(args.at(-1) as AbortSignal)
        return answer.promise
      },
    },
    life,
  )
  await enter('123456')
  life.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  await act(async () => answer.open())
  await pass(DEVICE_STEP_AFTER_MS)
  expect(calls).not.toContain('connect')
})

test('opening this view without an address breaks nothing', async () => {
  const host = fakeHost({ remote })
  const { container } = await render(
    inHost(host, <EmailVerifyOtp params={undefined as never} signal={new AbortController().signal} />),
  )
  expect(container.querySelectorAll('input')).toHaveLength(6)
})
