/** @jest-environment jsdom */
import { addErrors, type EmbeddedWalletCommands, ModalError, type ViewModule, type ViewName } from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { FRAME_FAILURES } from '@portico/contracts/embeddedWallet/failures'
import { fakeEmbeddedWallet, fakeHost, renderView, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import UpdateEmailPrimaryOtp from './UpdateEmailPrimaryOtp.tsx'
import UpdateEmailSecondaryOtp from './UpdateEmailSecondaryOtp.tsx'
import UpdateEmailWallet from './UpdateEmailWallet.tsx'

addErrors(embeddedWalletErrors)
afterEach(unmountAll)

const CHANGE = { email: 'ada@example.org', newEmail: 'ada@new.example', redirectView: 'Account' as ViewName }

async function show(view: ViewModule['default'], params: unknown, own: Partial<EmbeddedWalletCommands> = {}) {
  const host = fakeHost({
    remote,
    embeddedWallet: fakeEmbeddedWallet({ email: () => CHANGE.email, ...own }),
  })
  const shown = await renderView(view, { host, params })
  const inputs = () => [...shown.container.querySelectorAll('input')]
  return {
    ...shown,
    inputs,
    type: (value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(inputs()[0], value)
        inputs()[0]?.dispatchEvent(new Event('input', { bubbles: true }))
      }),
  }
}

describe('the field', () => {
  test('shows the current address, and saves only a different one', async () => {
    const { inputs, button, type, text } = await show(UpdateEmailWallet, undefined)
    expect(inputs()[0]?.value).toBe(CHANGE.email)
    for (const same of [CHANGE.email, 'ADA@example.org', 'ada@', '']) {
      await type(same)
      expect([same, button('Save').disabled]).toEqual([same, true])
      expect(text()).toContain('Enter your full new email address.')
    }
    await type(CHANGE.newEmail)
    expect(button('Save').disabled).toBe(false)
    expect(text()).toContain('We’ll send a code to confirm the change.')
  })

  test.each([
    ['VERIFY_PRIMARY_OTP', 'UpdateEmailPrimaryOtp'],
    ['VERIFY_SECONDARY_OTP', 'UpdateEmailSecondaryOtp'],
  ] as const)('after %s comes %s', async (next, view) => {
    const updateEmail = jest.fn(async () => next)
    const { type, press, host } = await show(UpdateEmailWallet, { redirectView: 'Account' }, { updateEmail })
    await type(CHANGE.newEmail)
    await press('Save')
    expect(updateEmail).toHaveBeenCalledWith(CHANGE.newEmail, expect.any(AbortSignal))
    expect(host.asked).toEqual([['navigate', view, CHANGE]])
  })

  test('sends one request for two presses, or for a press and Enter', async () => {
    const updateEmail = jest.fn(() => new Promise<never>(() => {}))
    const { type, press, inputs } = await show(UpdateEmailWallet, undefined, { updateEmail })
    await type(CHANGE.newEmail)
    await press('Save')
    await press('Save')
    await act(async () => inputs()[0]?.form?.requestSubmit())
    expect(updateEmail).toHaveBeenCalledTimes(1)
  })

  test('has a back button only if another view opened it', async () => {
    const { press, host } = await show(UpdateEmailWallet, { redirectView: 'Account' })
    await press('Cancel')
    expect(host.asked).toEqual([['back']])
    expect((await show(UpdateEmailWallet, undefined)).names('button')).toEqual(['Save'])
  })

  test('shows why a change failed', async () => {
    const { type, press, text } = await show(UpdateEmailWallet, undefined, {
      updateEmail: () => Promise.reject(new ModalError('email.invalid')),
    })
    await type(CHANGE.newEmail)
    await press('Save')
    expect(text()).toContain('Invalid email. Try again.')
  })
})

const enter = (inputs: HTMLInputElement[], code: string) =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => code } })
    inputs[0]?.dispatchEvent(event)
  })

describe('the two codes', () => {
  test('the first goes to the old address, the second follows', async () => {
    const checkPrimaryCode = jest.fn(async () => {})
    const { inputs, text, host } = await show(UpdateEmailPrimaryOtp, CHANGE, { checkPrimaryCode })
    expect(text()).toContain(`Enter the code we sent to ${CHANGE.email}`)
    await enter(inputs(), '123456')
    expect(checkPrimaryCode).toHaveBeenCalledWith('123456', expect.any(AbortSignal))
    expect(host.asked).toEqual([['replace', 'UpdateEmailSecondaryOtp', CHANGE]])
  })

  test('the second goes to the new address; then the visitor is back where they started', async () => {
    const checkSecondaryCode = jest.fn(async () => CHANGE.newEmail)
    const { inputs, text, host } = await show(UpdateEmailSecondaryOtp, CHANGE, { checkSecondaryCode })
    expect(text()).toContain(`Enter the code we sent to ${CHANGE.newEmail}`)
    await enter(inputs(), '123456')
    expect(checkSecondaryCode).toHaveBeenCalledWith('123456', expect.any(AbortSignal))
    expect(host.asked).toEqual([['showSnack', { variant: 'success', text: 'Email updated' }], ['back'], ['back']])
  })

  test('a change opened by the page ends by closing the modal', async () => {
    const { inputs, host } = await show(UpdateEmailSecondaryOtp, { ...CHANGE, redirectView: undefined })
    await enter(inputs(), '123456')
    expect(host.asked).toEqual([['close']])
  })

  test.each([
    ['the first', UpdateEmailPrimaryOtp],
    ['the second', UpdateEmailSecondaryOtp],
  ] as const)('%s offers to start over', async (_, view) => {
    const { press, host, text } = await show(view, CHANGE)
    expect(text()).toContain('Something wrong? Try again')
    await press('Try again')
    expect(host.asked).toEqual([['back']])
  })

  test('starting over waits until another code can be requested', async () => {
    const { button } = await show(UpdateEmailPrimaryOtp, CHANGE, { emailCooldownS: () => 12 })
    expect(button('Try again in 12s').disabled).toBe(true)
  })

  test('after a used-up code, a new code goes to the address whose turn it is, and its view opens', async () => {
    const usedUp = new ModalError('frame.failed', { details: { code: FRAME_FAILURES.codeUsedUp.code } })
    const { inputs, press, host, text } = await show(UpdateEmailSecondaryOtp, CHANGE, {
      checkSecondaryCode: () => Promise.reject(usedUp),
    })
    await enter(inputs(), '123456')
    expect(text()).toContain('Too many attempts with this code')
    await press('Send a new code')
    expect(host.asked).toEqual([
      ['showSnack', { variant: 'success', text: 'Code email resent' }],
      ['replace', 'UpdateEmailPrimaryOtp', CHANGE],
    ])
  })

  test('an address with its own wallet is reported, and only another address is offered', async () => {
    const taken = new ModalError('frame.failed', { details: { code: FRAME_FAILURES.emailTaken.code } })
    const { inputs, press, host, text } = await show(UpdateEmailSecondaryOtp, CHANGE, {
      checkSecondaryCode: () => Promise.reject(taken),
    })
    await enter(inputs(), '123456')
    expect(text()).toContain('This address already has its own wallet')
    expect(inputs()).toEqual([])
    await press('Use another address')
    expect(host.asked).toEqual([['back']])
  })

  test('a wrong code can be typed again', async () => {
    const wrong = new ModalError('frame.failed', { details: { code: FRAME_FAILURES.codeWrong.code } })
    const { inputs, text } = await show(UpdateEmailPrimaryOtp, CHANGE, {
      checkPrimaryCode: () => Promise.reject(wrong),
    })
    await enter(inputs(), '123456')
    expect(text()).toContain('Incorrect code. Try again.')
    expect(
      inputs()
        .map(({ value }) => value)
        .join(''),
    ).toBe('')
  })
})
