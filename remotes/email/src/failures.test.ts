import { addErrors, ModalError } from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { FRAME_FAILURES, type FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { fakeHost } from '@portico/contracts/testing'
import { failureText, isCodeSpent } from './failures.ts'
import remote from './remote.ts'

addErrors(embeddedWalletErrors)

const { t } = fakeHost({ remote }).context
const frameSays = (failure: FrameFailure) =>
  new ModalError('frame.failed', { details: { code: FRAME_FAILURES[failure].code } })

test('wrong, expired and used-up codes are told apart', () => {
  const texts = (['codeWrong', 'codeExpired', 'codeUsedUp'] as const).map((failure) =>
    failureText(t, frameSays(failure)),
  )
  expect(texts).toEqual(['Incorrect code. Try again.', 'This code has expired', 'Too many attempts with this code'])
})

test('only expired and used-up codes need a new one', () => {
  const spent = (Object.keys(FRAME_FAILURES) as FrameFailure[]).filter((failure) => isCodeSpent(frameSays(failure)))
  expect(spent).toEqual(['codeExpired', 'codeUsedUp'])
})

test.each([
  ['too many codes', frameSays('tooManyCodes'), 'Too many codes requested. Try again in up to 60 minutes.'],
  [
    'another code requested too soon',
    new ModalError('email.cooldown', { details: { seconds: 7 } }),
    'Wait 7 seconds, then try again.',
  ],
  [
    'another code requested a second too soon',
    new ModalError('email.cooldown', { details: { seconds: 1 } }),
    'Wait 1 second, then try again.',
  ],
  ['an invalid address', new ModalError('email.invalid'), 'Invalid email. Try again.'],
  ['a timeout', new ModalError('frame.requestTimedOut'), 'Wallet Request Timeout'],
  ['an unexplained error of the frame', new ModalError('frame.failed'), 'Something went wrong. Try again.'],
  ['a browser error', new TypeError('x is not a function'), 'Something went wrong. Try again.'],
])('%s has a message', (_, error, text) => expect(failureText(t, error)).toBe(text))

test("error messages are in the visitor's language", () => {
  const german = (key: string) => (key === 'error.frame.requestTimedOut' ? 'Keine Antwort' : key)
  expect(failureText(german, new ModalError('frame.requestTimedOut'))).toBe('Keine Antwort')
})
