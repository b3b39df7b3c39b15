/** @jest-environment jsdom */
import { addErrors, type EmbeddedWalletCommands, ModalError } from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { FRAME_FAILURES, type FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { fakeEmbeddedWallet, fakeHost, inHost, render, unmountAll } from '@portico/contracts/testing'
import { act, StrictMode } from 'react'
import remote from '../remote.ts'
import EmailVerifyDevice from './EmailVerifyDevice.tsx'

addErrors(embeddedWalletErrors)
afterEach(unmountAll)

const EMAIL = 'ada@example.org'
const RESENT = ['showSnack', { variant: 'success', text: 'Code email resent' }]
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

async function show(own: Partial<EmbeddedWalletCommands>, life = new AbortController()) {
  const host = fakeHost({ remote, embeddedWallet: fakeEmbeddedWallet(own) })
  const view = await render(
    <StrictMode>{inHost(host, <EmailVerifyDevice params={{ email: EMAIL }} signal={life.signal} />)}</StrictMode>,
  )
  return {
    ...view,
    host,
    alerts: () => [...view.container.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
  }
}

test('the instructions are shown, and the view waits for the link once', async () => {
  const waitForDevice = jest.fn(never)
  const { text } = await show({ waitForDevice })
  expect(text()).toContain(`open the link we sent to ${EMAIL}`)
  expect(waitForDevice).toHaveBeenCalledTimes(1)
})

test('following the mailed link opens the view for entering the code', async () => {
  const { host } = await show({})
  expect(host.asked).toEqual([['replace', 'EmailVerifyOtp', { email: EMAIL }]])
})

test('covering this view with another view sends no second link', async () => {
  const life = new AbortController()
  const waitForDevice = jest.fn(never)
  await show({ waitForDevice }, life)
  await unmountAll()
  await show({ waitForDevice }, life)
  expect(waitForDevice).toHaveBeenCalledTimes(1)
})

test('a visitor who refuses the device is led back and notified', async () => {
  const { host } = await show({ waitForDevice: () => Promise.reject(frameSays('deviceRefused')) })
  expect(host.asked).toEqual([['showSnack', { variant: 'error', text: 'This device wasn’t confirmed' }], ['back']])
})

test('after a timeout, a press sends another link', async () => {
  const waitForDevice = jest
    .fn<Promise<void>, []>()
    .mockRejectedValueOnce(new ModalError('frame.requestTimedOut'))
    .mockImplementation(never)
  const { alerts, press, host } = await show({ waitForDevice, connectEmail: async () => 'VERIFY_DEVICE' })
  expect(alerts()).toEqual(['The link wasn’t opened in time'])
  await press('Send a new link')
  expect(alerts()).toEqual([])
  expect(host.asked).toEqual([RESENT])
  expect(waitForDevice).toHaveBeenCalledTimes(2)
})

test('a new link replaces the first', async () => {
  const waits: AbortSignal[] = []
  const { press, host } = await show({
    connectEmail: async () => 'VERIFY_DEVICE',
    waitForDevice(signal) {
      waits.push(signal)
      return never()
    },
  })
  await press('Resend email')
  expect(host.asked).toEqual([RESENT])
  expect(waits.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('if the device has been confirmed in the meantime, resending opens the view for entering the code', async () => {
  const { press, host } = await show({ waitForDevice: never, connectEmail: async () => 'VERIFY_OTP' })
  await press('Resend email')
  expect(host.asked).toEqual([RESENT, ['replace', 'EmailVerifyOtp', { email: EMAIL }]])
})

test('if no other link can be sent, the view still waits for the first one', async () => {
  const link = gate()
  const { press, alerts, host } = await show({
    connectEmail: () => Promise.reject(frameSays('mailUnavailable')),
    waitForDevice: () => link.promise,
  })
  await press('Resend email')
  expect(alerts()).toEqual(['Couldn’t send the email. Try again.'])
  await act(async () => link.open())
  expect(host.asked).toEqual([['replace', 'EmailVerifyOtp', { email: EMAIL }]])
})

test('a visitor whom the wallet now knows is connected, and can retry if connecting fails', async () => {
  const connect = jest
    .fn<Promise<void>, []>()
    .mockRejectedValueOnce(frameSays('keyUnavailable'))
    .mockResolvedValue(undefined)
  const { press, alerts } = await show({ waitForDevice: never, connectEmail: async () => 'CONNECT', connect })
  await press('Resend email')
  expect(alerts()).toEqual(['Can’t open your wallet right now. Try again later.'])
  await press('Try again')
  expect(connect).toHaveBeenCalledTimes(2)
})

test('a visitor who leaves is not taken to another view', async () => {
  const life = new AbortController()
  const link = gate()
  const { host } = await show({ waitForDevice: () => link.promise }, life)
  life.abort()
  await act(async () => link.open())
  expect(host.asked).toEqual([])
})
