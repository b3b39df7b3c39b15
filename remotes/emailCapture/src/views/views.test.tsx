/** @jest-environment jsdom */
import { ModalError } from '@portico/contracts'
import {
  connectionWith,
  type FakeEmailCapture,
  fakeEmailCapture,
  fakeHost,
  harbor,
  hostState,
  renderView,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { recentEmails, rememberEmail } from '../recentEmails.ts'
import remote from '../remote.ts'
import { suggestions } from '../suggestions.ts'
import DataCapture from './DataCapture.tsx'
import DataCaptureOtpConfirm from './DataCaptureOtpConfirm.tsx'

beforeEach(() => localStorage.clear())
afterEach(unmountAll)

const settled = () => act(async () => {})

async function show(emailCapture: FakeEmailCapture = fakeEmailCapture(), settings: readonly string[] = []) {
  const host = fakeHost({ remote, emailCapture, state: hostState({ emailCapture: settings }) })
  return { ...(await renderView(DataCapture, { host })), asked: emailCapture.asked }
}

async function showCode(emailCapture: FakeEmailCapture = fakeEmailCapture()) {
  const host = fakeHost({ remote, emailCapture })
  const params = { email: 'ada@shop.example' }
  return { ...(await renderView(DataCaptureOtpConfirm, { host, params })), asked: emailCapture.asked }
}

async function type({ container }: { container: Element }, text: string) {
  const input = container.querySelector('input')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('submitting an address sends a code and opens the view for entering it', async () => {
  const view = await show()
  expect(view.button('Continue').disabled).toBe(true)
  await type(view, ' ada@Shop.example ')
  await view.press('Continue')
  expect(view.asked).toEqual([['requestCode', 'ada@shop.example']])
  expect(view.host.asked).toEqual([['replace', 'DataCaptureOtpConfirm', { email: 'ada@shop.example' }]])
})

test('an address that this account confirmed before needs no code', async () => {
  const view = await show(fakeEmailCapture({ requestCode: async () => false }))
  await type(view, 'ada@shop.example')
  await view.press('Continue')
  expect(view.asked.at(-1)).toEqual(['goOn'])
})

test('a code that could not be sent is reported, and the view stays', async () => {
  const failing = async () => {
    throw new ModalError('siwx.signFailed')
  }
  const view = await show(fakeEmailCapture({ requestCode: failing }))
  await type(view, 'ada@shop.example')
  await view.press('Continue')
  expect(view.names('[role=alert]')).toEqual(['Failed to send email OTP'])
  expect(view.host.asked).toEqual([])
  expect(recentEmails()).toEqual([])
})

test('a required address cannot be skipped, an optional one can', async () => {
  const required = await show(fakeEmailCapture(), ['required'])
  expect(required.names('button')).toEqual(['Continue'])
  expect(required.text()).toContain('needs your email address')
  await unmountAll()
  const view = await show()
  await view.press('Skip this step')
  expect(view.asked).toEqual([['goOn']])
})

test('a missing or unsuitable plug-in is reported; the visitor can continue or disconnect', async () => {
  const view = await show(fakeEmailCapture({ canTake: false }), ['required'])
  expect(view.names('[role=status]')).toEqual(['This site’s sign-in doesn’t accept email addresses'])
  await view.press('Continue')
  expect(view.asked).toEqual([['goOn']])
  await unmountAll()
  const other = await show(fakeEmailCapture({ canTake: false }))
  await other.press('Disconnect')
  expect(other.asked).toEqual([['disconnect']])
})

describe('a visitor who signed in with an e-mail address', () => {
  const showKnown = async (emailCapture: FakeEmailCapture) => {
    const auth = { ...harbor, id: 'AUTH', type: 'AUTH' } as const
    const state = hostState({ connectors: [auth], connection: connectionWith(auth), emailCapture: ['required'] })
    const host = fakeHost({
      remote,
      emailCapture,
      state: { ...state, embeddedWallet: { email: 'ada@shop.example', smartAccountNetworks: [] } },
    })
    const view = await renderView(DataCapture, { host, signal: new AbortController().signal })
    await settled()
    return view
  }

  test('is not asked for it: the address is handed over once, and the site decides what comes next', async () => {
    const capture = fakeEmailCapture({ requestCode: async () => false })
    const view = await showKnown(capture)
    expect(capture.asked).toEqual([['requestCode', 'ada@shop.example'], ['goOn']])
    await type(view, 'other@shop.example')
    expect(capture.asked).toHaveLength(2)
  })

  test('sees which address is being confirmed for which account', async () => {
    const view = await showKnown(fakeEmailCapture({ requestCode: () => new Promise(() => {}) }))
    expect(view.names('[role=status]')).toEqual(['Confirming ada@shop.example for 0x5aAe…eAed'])
    expect(view.container.querySelector('input')?.value).toBe('ada@shop.example')
  })

  test('is notified of a failure, and is not asked repeatedly', async () => {
    const requestCode = jest.fn(async () => {
      throw new ModalError('siwx.signFailed')
    })
    const view = await showKnown(fakeEmailCapture({ requestCode }))
    expect(view.names('[role=alert]')).toEqual(['Failed to send email OTP'])
    await settled()
    expect(requestCode).toHaveBeenCalledTimes(1)
    await view.press('Continue')
    expect(requestCode).toHaveBeenCalledTimes(2)
  })
})

test('the last three addresses are one press away, newest first, without duplicates', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'B']) rememberEmail(`${name}@shop.example`)
  expect(recentEmails()).toEqual(['B@shop.example', 'd@shop.example', 'c@shop.example'])
  const view = await show()
  await view.press('d@shop.example')
  await view.press('Continue')
  expect(view.asked).toEqual([['requestCode', 'd@shop.example']])
})

test.each([
  ['', []],
  ['ada', ['@gmail.com', '@outlook.com', '@yahoo.com', '@hotmail.com', '@aol.com', '@icloud.com', '@zoho.com']],
  ['ada@', ['@gmail.com', '@outlook.com', '@yahoo.com', '@hotmail.com', '@aol.com', '@icloud.com', '@zoho.com']],
  ['ada@G', ['@gmail.com']],
  ['ada@gmail.com', []],
  ['ada@shop', []],
  ['a@b@g', []],
])('for %j the endings %j are offered', (typed, endings) => {
  expect(suggestions(typed).map(({ ending }) => ending)).toEqual(endings)
})

test('a complete code is checked at once, however it was entered, and the view then continues', async () => {
  const view = await showCode()
  await type(view, 'Your code: 123 456')
  expect(view.asked).toEqual([['confirmCode', '123456'], ['goOn']])
})

test.each([
  [true, 'Incorrect or expired code'],
  [false, 'Couldn’t check the code. Try again.'],
])('a refused code (%s) is told apart from a failed check', async (isRefused, said) => {
  const confirmCode = async () => {
    throw new ModalError('siwx.signFailed', { details: { isRefused } })
  }
  const view = await showCode(fakeEmailCapture({ confirmCode }))
  await type(view, '123456')
  expect(view.names('[role=alert]')).toEqual([said])
  expect(view.asked).toEqual([['confirmCode', '123456']])
  expect(view.container.querySelector('input')?.value).toBe('')
})

test('a mistyped address can be corrected', async () => {
  const view = await showCode()
  await view.press('Use another address')
  expect(view.host.asked).toEqual([['replace', 'DataCapture']])
})

test.each([
  ['the address', DataCapture],
  ['the code', DataCaptureOtpConfirm],
])('a failure to load the script that receives %s is reported, and one press retries', async (_, View) => {
  const host = fakeHost({ remote })
  let isThere = false
  const emailCapture = async () => {
    if (isThere) return fakeEmailCapture()
    throw new ModalError('remote.unreachable', { details: { name: 'host' } })
  }
  const context = { ...host.context, commands: { ...host.context.commands, emailCapture } }
  const view = await renderView(View as typeof DataCapture, { host: { ...host, context } })
  expect(view.names('[role=alert]')).toHaveLength(1)
  isThere = true
  await view.press('Try again')
  expect(view.names('[role=alert]')).toEqual([])
  expect(view.container.querySelector('input')).not.toBeNull()
})

test('another code can be sent', async () => {
  const view = await showCode()
  await view.press('Send a new code')
  expect(view.asked).toEqual([['requestCode', 'ada@shop.example']])
  expect(view.host.asked).toEqual([['showSnack', { variant: 'success', text: 'A new code is on its way' }]])
})
