import type { BrowserContext } from 'playwright-core'
import { capturing } from '../browser/support/emailCapture.ts'
import { withFixture } from '../browser/support/siwxServers.ts'
import type { Visit } from '../browser/support/visit.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'
import { openWallet } from './steps.ts'

/** How visitors get to the views that ask for an address before a sign-in. */

const AUTH = 'https://auth.example'
/** A shop whose plug-in takes addresses, and a service that sends codes, or fails. */
const takesAddresses =
  (answer: { readonly status: number; readonly json?: object }) => async (context: BrowserContext) => {
    await withFixture(context, 'siwxHosted')
    await capturing([])(context)
    await context.route(`${AUTH}/**`, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
        ...answer,
      }),
    )
  }
const CODE_SENT = { status: 200, json: { uuid: '6f1d2c7e-0b1a-4c3d-8e5f-001122334455' } }
const hostedShop = { fixture: 'siwxHosted', service: AUTH }
const toCapture = async (visitor: Visit, email = '') => {
  await openWallet(visitor)
  await visitor.page.getByTestId('email-capture-input').fill(email)
}

export const CAPTURE_SCENES: readonly Scene[] = ofRemote('emailCapture', [
  {
    view: 'DataCapture',
    state: 'empty',
    query: hostedShop,
    prepare: takesAddresses(CODE_SENT),
    go: (visitor) => toCapture(visitor),
  },
  {
    view: 'DataCapture',
    state: 'filled',
    query: hostedShop,
    prepare: takesAddresses(CODE_SENT),
    go: (visitor) => toCapture(visitor, 'ada@'),
  },
  {
    view: 'DataCapture',
    state: 'error',
    query: hostedShop,
    prepare: takesAddresses({ status: 500 }),
    go: async (visitor) => {
      await toCapture(visitor, 'ada@gmail.com')
      await visitor.page.getByTestId('email-capture-continue').click()
      await visitor.dialog.getByRole('alert').waitFor()
    },
  },
  {
    view: 'DataCapture',
    state: 'error',
    variant: 'unable',
    prepare: capturing([]),
    go: async (visitor) => {
      await openWallet(visitor)
      await visitor.page.getByTestId('email-capture-go-on').waitFor()
    },
  },
  {
    view: 'DataCaptureOtpConfirm',
    state: 'filled',
    query: hostedShop,
    prepare: takesAddresses(CODE_SENT),
    go: async (visitor) => {
      await toCapture(visitor, 'ada@gmail.com')
      await visitor.page.getByTestId('email-capture-continue').click()
      await visitor.page.getByTestId('wui-otp-input').waitFor()
    },
  },
])

export const CAPTURE_NOT_APPLICABLE: Reasons = {
  DataCapture: { loading: 'a chunk that is here, as that of the account' },
  DataCaptureOtpConfirm: { loading: 'as DataCapture', empty: 'as filled', error: 'as DataCapture' },
}
