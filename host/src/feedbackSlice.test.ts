import { addErrors, alertCodeOf, type ErrorCode, ModalError } from '@portico/contracts'
import { pairingErrors } from '@portico/contracts/pairingErrors'
import { RELAY_REFUSALS } from '@portico/contracts/services/relay'
import { createTestStore } from '../testing/store.ts'
import { alertHidden, alertOnce, alertShown, errorMet, selectAlert } from './feedbackSlice.ts'
import { relayError } from './pairing/relayErrors.ts'

beforeAll(() => addErrors(pairingErrors))

let error: jest.SpyInstance
let warn: jest.SpyInstance
beforeEach(() => {
  error = jest.spyOn(console, 'error').mockImplementation(() => {})
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

function modal() {
  const { store, told } = createTestStore()
  const shown = () => selectAlert(store.getState())
  return { store, told, shown, close: () => store.dispatch(alertHidden()) }
}

test.each<[string, ErrorCode, string]>([
  ['APKT001', 'network.notFound', 'Network Not Found'],
  ['APKT002', 'config.originNotAllowed', 'Invalid App Configuration'],
  ['APKT006', 'relay.clockWrong', 'Session Expired'],
  ['APKT007', 'relay.keyInvalid', 'Invalid Project ID'],
  ['APKT008', 'config.unavailable', 'Project ID Missing'],
  ['APKT009', 'config.serverError', 'Server Error'],
  ['APKT010', 'config.rateLimited', 'Rate Limited'],
])('%s is shown once per modal, with its cause in the console, however often it is raised', (_, code, message) => {
  const { store, shown, close, told } = modal()
  const raise = () => store.dispatch(alertOnce(new ModalError(code, { details: { why: 'so' } })))
  raise()
  raise()
  expect(shown()).toEqual({ variant: 'error', error: { code, message } })
  expect(error.mock.calls).toEqual([['[portico]', expect.objectContaining({ code }), { why: 'so' }]])
  close()
  expect(shown()).toBeNull()
  raise()
  expect(shown()).toBeNull()
  expect(error).toHaveBeenCalledTimes(1)
  expect(told.map(({ event }) => event)).toEqual(['INTERNAL_SDK_ERROR'])

  const other = modal()
  other.store.dispatch(alertOnce(new ModalError(code)))
  expect(other.shown()?.error.code).toBe(code)
})

test('errors with the same alert code are shown as one alert, wherever they are raised', () => {
  const { store, shown, close } = modal()
  store.dispatch(alertOnce(new ModalError('options.projectIdMissing')))
  store.dispatch(alertOnce(new ModalError('config.unavailable')))
  const { code, message } = new ModalError('config.unavailable')
  store.dispatch(alertShown({ variant: 'error', error: { code, message } }))
  close()
  expect(shown()).toBeNull()
})

test('errors without an alert code are shown as one alert per message', () => {
  const { store, shown, close } = modal()
  for (const path of ['networks', 'themeMode', 'networks']) {
    store.dispatch(alertOnce(new ModalError('options.invalid', { details: { path, reason: 'no' } })))
  }
  expect(shown()?.error.message).toContain('networks')
  close()
  expect(shown()?.error.message).toContain('themeMode')
  close()
  expect(shown()).toBeNull()
})

test('a later alert waits until the earlier one has been closed', () => {
  const { store, shown, close } = modal()
  store.dispatch(alertOnce(new ModalError('config.serverError')))
  store.dispatch(alertOnce(new ModalError('config.localIgnored', { details: { names: '"swaps"' } }), 'warning'))
  expect(shown()).toMatchObject({ variant: 'error', error: { code: 'config.serverError' } })
  close()
  expect(shown()).toMatchObject({ variant: 'warning', error: { code: 'config.localIgnored' } })
  close()
  expect(shown()).toBeNull()
})

test('a warning is logged as a warning, and sends no error event', () => {
  const { store, told } = modal()
  store.dispatch(alertOnce(new ModalError('config.localIgnored', { details: { names: '"swaps"' } }), 'warning'))
  expect(warn).toHaveBeenCalledTimes(1)
  expect(error).not.toHaveBeenCalled()
  expect(told).toEqual([])
})

test('an error is sent as an event, with our message and the place in the code', () => {
  const { store, told } = modal()
  const foreign = new TypeError('x is undefined')
  store.dispatch(errorMet(foreign, 'view.failed'))
  store.dispatch(errorMet('boom', 'view.failed'))
  store.dispatch(errorMet(new ModalError('remote.timeout'), 'view.failed'))
  expect(told).toMatchObject([
    {
      event: 'INTERNAL_SDK_ERROR',
      properties: {
        errorType: 'view.failed',
        errorMessage: 'This part could not be shown',
        stackTrace: foreign.stack,
        uncaught: false,
      },
    },
    { properties: { errorType: 'view.failed', stackTrace: expect.stringContaining('ModalError') } },
    { properties: { errorType: 'remote.timeout', errorMessage: 'This feature took too long to load' } },
  ])
})

test.each([
  ['APKT002', RELAY_REFUSALS.originNotAllowed],
  ['APKT006', RELAY_REFUSALS.tokenNotYetValid],
  ['APKT006', RELAY_REFUSALS.tokenExpired],
  ['APKT007', RELAY_REFUSALS.invalidKey],
])('%s is raised for the relay text "%s"', (code, refusal) => {
  const { store, shown } = modal()
  store.dispatch(alertOnce(relayError(new Error(`3000 ${refusal}`))))
  const alert = shown()
  expect(alert && alertCodeOf(alert.error.code)).toBe(code)
})

test('an info is not announced like an error', () => {
  const info = jest.spyOn(console, 'info').mockImplementation(() => {})
  const { store, shown, told } = modal()
  store.dispatch(alertOnce(new ModalError('multiWallet.disabled'), 'info'))
  expect(shown()).toMatchObject({ variant: 'info', error: { message: 'Multi-Wallet Not Enabled' } })
  expect(info).toHaveBeenCalledTimes(1)
  expect([warn.mock.calls, error.mock.calls, told]).toEqual([[], [], []])
})
