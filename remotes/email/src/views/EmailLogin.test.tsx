/** @jest-environment jsdom */
import { addErrors, type EmbeddedWalletCommands, ModalError } from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { fakeEmbeddedWallet, fakeHost, renderView, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import EmailLogin from './EmailLogin.tsx'

addErrors(embeddedWalletErrors)
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }))
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

/** A promise that the test settles. */
function gate<T = void>() {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open: (value: T) => open(value) }
}

async function show(own: Partial<EmbeddedWalletCommands> = {}, life = new AbortController()) {
  const host = fakeHost({ remote, embeddedWallet: fakeEmbeddedWallet(own) })
  const view = await renderView(EmailLogin, { host, signal: life.signal })
  const field = view.container.querySelector('input') as HTMLInputElement
  return {
    ...view,
    field,
    type: (value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    pressEnter: () => act(async () => field.form?.requestSubmit()),
    alerts: () => [...view.container.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
  }
}

test('the field has focus and a name', async () => {
  const { field, names } = await show()
  expect(document.activeElement).toBe(field)
  expect(names('[data-testid=wui-email-input]')).toEqual(['Email address'])
})

test('the submit button appears with the fourth character', async () => {
  const { type, names } = await show()
  await type('ada')
  expect(names('button')).toEqual([])
  await type('ada@')
  expect(names('button')).toEqual(['Continue with email'])
})

test.each([
  ['VERIFY_OTP', 'EmailVerifyOtp'],
  ['VERIFY_DEVICE', 'EmailVerifyDevice'],
] as const)('after %s the visitor continues to %s', async (step, next) => {
  const emails: string[] = []
  const { type, press, host } = await show({
    connectEmail: async (email) => {
      emails.push(email)
      return step
    },
  })
  await type('  Ada@Example.org ')
  await press('Continue with email')
  expect(emails).toEqual(['Ada@example.org'])
  expect(host.asked).toEqual([['navigate', next, { email: 'Ada@example.org' }]])
})

test('a visitor known to the wallet is connected at once', async () => {
  const done: string[] = []
  const { type, pressEnter, host } = await show({
    connectEmail: async () => 'CONNECT',
    connect: async () => void done.push('connected'),
  })
  await type('ada@example.org')
  await pressEnter()
  expect([done, host.asked]).toEqual([['connected'], []])
})

test('an invalid address is rejected at once, without a request', async () => {
  const connectEmail = jest.fn()
  const { type, pressEnter, alerts, field } = await show({ connectEmail })
  await type('ada@')
  await pressEnter()
  expect(alerts()).toEqual(['Invalid email. Try again.'])
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(connectEmail).not.toHaveBeenCalled()
  await type('ada@e')
  expect(alerts()).toEqual([])
})

test('pressing twice sends one request', async () => {
  const connectEmail = jest.fn(() => new Promise<never>(() => {}))
  const { type, pressEnter, names } = await show({ connectEmail })
  await type('ada@example.org')
  await pressEnter()
  await pressEnter()
  expect(connectEmail).toHaveBeenCalledTimes(1)
  expect(names('[role=status]')).toEqual(['Sending the code'])
})

test('a request that comes too soon shows a countdown, which then disappears', async () => {
  const startedAt = Date.now()
  const { type, pressEnter, alerts } = await show({
    emailCooldownS: () => Math.max(0, 2 - Math.floor((Date.now() - startedAt) / 1_000)),
    connectEmail: () => Promise.reject(new ModalError('email.cooldown', { details: { seconds: 2 } })),
  })
  await type('ada@example.org')
  await pressEnter()
  expect(alerts()).toEqual(['Wait 2 seconds, then try again.'])
  await act(async () => jest.advanceTimersByTime(1_000))
  expect(alerts()).toEqual(['Wait 1 second, then try again.'])
  await act(async () => jest.advanceTimersByTime(1_000))
  expect(alerts()).toEqual([])
})

test('a missing embedded wallet is reported', async () => {
  const host = fakeHost({ remote })
  host.context.commands.embeddedWallet = () => Promise.reject(new ModalError('connection.noAuthConnector'))
  const view = await renderView(EmailLogin, { host })
  const field = view.container.querySelector('input') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'ada@example.org')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await view.press('Continue with email')
  expect(view.text()).toContain('No auth connector found')
})

test('returning to the field keeps the typed text', async () => {
  const life = new AbortController()
  const first = await show({}, life)
  await first.type('ada@example.org')
  await unmountAll()
  const { field } = await show({}, life)
  expect(field.value).toBe('ada@example.org')
})

test('a visitor who leaves is not taken to another view', async () => {
  const life = new AbortController()
  const answer = gate<'VERIFY_OTP'>()
  const { type, pressEnter, host } = await show({ connectEmail: () => answer.promise }, life)
  await type('ada@example.org')
  await pressEnter()
  life.abort()
  await act(async () => answer.open('VERIFY_OTP'))
  expect(host.asked).toEqual([])
})
