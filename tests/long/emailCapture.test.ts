import { type FakeService, startFakeService } from '../../packages/siwx/testing/fakeService.ts'
import { laterUrl } from '../browser/support/deployment.ts'
import { capturing } from '../browser/support/emailCapture.ts'
import { signIn } from '../browser/support/signIn.ts'
import { withFixture } from '../browser/support/siwxServers.ts'
import { hold } from '../browser/support/tamper.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

let service: FakeService
beforeAll(async () => {
  service = await startFakeService()
})
beforeEach(() => service.reset())
afterAll(async () => {
  await closeBrowser()
  await service.close()
})

/** The code that the service accepts. */
const CODE = '123456'

/** A shop whose visitors sign in at the hosted service. */
const atService = (settings: readonly string[], run: (visitor: Visit) => Promise<void>) => async () =>
  visiting(
    {
      query: { fixture: 'siwxHosted', service: service.url },
      async prepare(context) {
        await withFixture(context, 'siwxHosted')
        await capturing(settings)(context)
      },
    },
    run,
  )()

const field = ({ page }: Visit) => page.getByTestId('email-capture-input')

async function connectAndBeAsked(visitor: Visit): Promise<void> {
  await visitor.open()
  await visitor.devWallet.click()
  await visitor.view('DataCapture').waitFor()
}

test(
  "a code and the account's signature confirm an address; after reconnecting, one press fills it in",
  atService(['required'], async (visitor) => {
    const { page } = visitor
    await connectAndBeAsked(visitor)
    await field(visitor).fill('ada@g')
    await page.getByRole('button', { name: '@gmail.com' }).click()
    await page.getByTestId('email-capture-continue').click()
    await visitor.view('DataCaptureOtpConfirm').waitFor()
    await page.getByTestId('wui-otp-input').fill(CODE)
    await visitor.view('SIWXSignMessage').waitFor()
    await signIn(visitor)
    const email = await page.evaluate(async () => (await (await window.hosted)?.getSessionAccount())?.email)
    expect(email).toBe('ada@gmail.com')

    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await connectAndBeAsked(visitor)
    await page.getByRole('button', { name: 'ada@gmail.com' }).click()
    expect(await field(visitor).inputValue()).toBe('ada@gmail.com')
  }),
)

test(
  'closing the window disconnects, whether the address is required or not',
  atService([], async (visitor) => {
    await connectAndBeAsked(visitor)
    await visitor.close()
    await visitor.reads('status', 'disconnected')
    await connectAndBeAsked(visitor)
    await visitor.page.getByTestId('email-capture-skip').click()
    await visitor.view('SIWXSignMessage').waitFor()
    await signIn(visitor)
    await visitor.reads('status', 'connected')
  }),
)

test(
  'a site without sign-in explains the problem in one sentence, and lets the visitor continue or disconnect',
  visiting({ prepare: capturing(['required']) }, async (visitor) => {
    await connectAndBeAsked(visitor)
    await visitor.sees('This site’s sign-in doesn’t accept email addresses')
    await visitor.page.getByTestId('email-capture-go-on').click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await connectAndBeAsked(visitor)
    await visitor.page.getByTestId('email-capture-disconnect').click()
    await visitor.reads('status', 'disconnected')
    expect(visitor.problems).toEqual([])
  }),
)

/** The wallet approves before the page has loaded the remote with the view that asks for an address. */
async function isAskedLater(visitor: Visit): Promise<void> {
  const held = await hold(visitor.page, laterUrl())
  await visitor.open()
  await visitor.devWallet.click()
  await visitor.reads('status', 'connected')
  await held.asked
  expect(await visitor.view('DataCapture').count()).toBe(0)
  await held.release()
  await visitor.view('DataCapture').waitFor()
}

test(
  'connecting before the view is loaded still asks for an address, on a site with sign-in',
  atService(['required'], isAskedLater),
)

test(
  'connecting before the view is loaded still asks for an address, on a site without sign-in',
  visiting({ prepare: capturing(['required']) }, isAskedLater),
)
