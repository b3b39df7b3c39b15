import { createEmailCooldown } from './emailCooldown.ts'

const s = 1_000

let kept: number | undefined
const cooldown = () =>
  createEmailCooldown({
    lastLoginAt: () => kept,
    remember: (at) => {
      kept = at
    },
  })

beforeEach(() => {
  kept = undefined
  jest.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => void jest.useRealTimers())

const later = (ms: number) => jest.setSystemTime(Date.now() + ms)
const send = jest.fn(async () => 'VERIFY_OTP')
beforeEach(() => void send.mockClear())

test('§5, §9: a second code is refused after 29 s, and sent after 31 s', async () => {
  const { guard, secondsLeft } = cooldown()
  await expect(guard(send)).resolves.toBe('VERIFY_OTP')
  later(29 * s)
  expect(secondsLeft()).toBe(1)
  await expect(guard(send)).rejects.toMatchObject({
    code: 'email.cooldown',
    message: 'Please try again after 1 seconds',
    details: { seconds: 1 },
  })
  expect(send).toHaveBeenCalledTimes(1)
  later(2 * s)
  expect(secondsLeft()).toBe(0)
  await expect(guard(send)).resolves.toBe('VERIFY_OTP')
  expect(send).toHaveBeenCalledTimes(2)
})

test('a page that was reloaded has to wait as well', async () => {
  await cooldown().guard(send)
  later(10 * s)
  await expect(cooldown().guard(send)).rejects.toMatchObject({ details: { seconds: 20 } })
})

test('a code that was not sent does not count', async () => {
  const { guard, secondsLeft } = cooldown()
  await expect(guard(() => Promise.reject(new Error('mail is down')))).rejects.toThrow('mail is down')
  expect(secondsLeft()).toBe(0)
  await expect(guard(send)).resolves.toBe('VERIFY_OTP')
})

test('two clicks send only one code', async () => {
  const { guard } = cooldown()
  let sent = (_: string) => {}
  const first = guard(() => new Promise<string>((resolve) => (sent = resolve)))
  await expect(guard(send)).rejects.toMatchObject({ code: 'email.cooldown', details: { seconds: 30 } })
  sent('VERIFY_DEVICE')
  await expect(first).resolves.toBe('VERIFY_DEVICE')
  expect(send).not.toHaveBeenCalled()
})

test('the cooldown starts when the code has been sent, not when it was requested', async () => {
  const { guard, secondsLeft } = cooldown()
  let sent = (_: string) => {}
  const first = guard(() => new Promise<string>((resolve) => (sent = resolve)))
  later(10 * s)
  sent('VERIFY_OTP')
  await first
  expect(secondsLeft()).toBe(30)
})

test('changing the address is never delayed, but starts the cooldown; signing in ends the cooldown', () => {
  const { started, clear, secondsLeft } = cooldown()
  started()
  expect(secondsLeft()).toBe(30)
  clear()
  expect(secondsLeft()).toBe(0)
  expect(kept).toBeUndefined()
})
