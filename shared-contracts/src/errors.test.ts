import fc from 'fast-check'
import { embeddedWalletErrors } from './embeddedWallet/errorTexts.ts'
import {
  addErrors,
  alertCodeOf,
  catalogue,
  type ErrorCode,
  errorSentence,
  isModalError,
  ModalError,
  serializeError,
} from './errors.ts'

const codes = Object.keys(catalogue) as ErrorCode[]

test("the details are filled into an error's message", () => {
  const error = new ModalError('options.invalid', { details: { path: 'networks.0', reason: 'a name is missing' } })
  expect(error.message).toBe('The option `networks.0` is not valid: a name is missing')
  expect(error.details).toEqual({ path: 'networks.0', reason: 'a name is missing' })
})

test('the name of a missing detail stays visible in the message', () => {
  expect(new ModalError('service.status').message).toBe('HTTP status code: {status}')
})

test('placeholders in a detail are not filled in', () => {
  expect(new ModalError('caip.invalidAddress', { details: { text: '{text}' } }).message).toBe(
    'Invalid CAIP-10 address: {text}',
  )
})

test('an error keeps its cause, and has no `cause` without one', () => {
  const cause = new Error('socket hang up')
  expect(new ModalError('service.unreachable', { cause }).cause).toBe(cause)
  expect('cause' in new ModalError('service.unreachable')).toBe(false)
})

test.each(codes)('%s has a message', (code) => {
  const error = new ModalError(code)
  // If an error's texts are not loaded, its message is only its code.
  expect(error.message).not.toBe(code)
  expect(error.code).toBe(code)
})

test("§8: alert codes are the specification's, and an error to which it assigns none has no alert code", () => {
  const alerts = codes.map(alertCodeOf).filter((alert) => alert !== undefined)
  expect(alerts.every((alert) => /^APKT0(0[1-9]|10)$/.test(alert))).toBe(true)
  expect(alertCodeOf('network.notFound')).toBe('APKT001')
  expect(alertCodeOf('config.rateLimited')).toBe('APKT010')
  expect(alertCodeOf('connection.rejected')).toBeUndefined()
})

test('an error from another copy of this package is recognised', () => {
  class AnotherCopy extends Error {
    override readonly name = 'ModalError'
    readonly code = 'chain.unsupported'
  }
  const error = new AnotherCopy('Chain is not supported')
  expect(isModalError(error)).toBe(true)
  expect(serializeError(error, 'connection.failed')).toEqual({
    code: 'chain.unsupported',
    message: 'Chain is not supported',
  })
})

test.each([
  ['a foreign error', new Error('boom')],
  ['a foreign error with a code', Object.assign(new Error('boom'), { code: 4001 })],
  ['an error with a known code under another name', Object.assign(new Error('boom'), { code: 'view.failed' })],
  ['an object that only looks like a ModalError', { name: 'ModalError', code: 'view.failed', message: 'boom' }],
  ['a text', 'boom'],
  ['undefined', undefined],
])('%s does not count as a ModalError', (_, thrown) => {
  expect(isModalError(thrown)).toBe(false)
})

test('whatever was thrown becomes plain data with our own message', () => {
  fc.assert(
    fc.property(fc.anything(), (thrown) => {
      const serialized = serializeError(thrown, 'connection.failed')
      expect(serialized).toEqual({ code: 'connection.failed', message: 'Failed to connect' })
      expect(Object.getPrototypeOf(serialized)).toBe(Object.prototype)
    }),
  )
  expect(serializeError(new TypeError('secret detail'), 'view.failed')).toEqual({
    code: 'view.failed',
    message: 'This part could not be shown',
  })
})

test('a ModalError keeps its code, and its message with all details filled in', () => {
  expect(serializeError(new ModalError('service.status', { details: { status: 503 } }), 'view.failed')).toEqual({
    code: 'service.status',
    message: 'HTTP status code: 503',
  })
})

test('an error whose texts are not loaded shows its code, and counts as a ModalError only once they are loaded', () => {
  const before = new ModalError('email.cooldown', { details: { seconds: 9 } })
  expect(before.message).toBe('email.cooldown')
  expect(isModalError(before)).toBe(false)
  expect(alertCodeOf('frame.loadFailed')).toBeUndefined()

  addErrors(embeddedWalletErrors)
  const after = new ModalError('email.cooldown', { details: { seconds: 9 } })
  expect(serializeError(after, 'view.failed')).toEqual({
    code: 'email.cooldown',
    message: 'Please try again after 9 seconds',
  })
  expect(alertCodeOf('frame.loadFailed')).toBe('APKT003')
  expect(errorSentence('chain.unsupported')).toBe('Chain is not supported')
})
