import { type Hex, isAddress, verifyMessage } from 'viem'
import {
  addressOf,
  approve,
  askForCode,
  inFrame,
  mailTo,
  newAddress,
  reject,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { closeBrowser, visit, visiting } from '../browser/support/visit.ts'

jest.setTimeout(90_000)

afterAll(closeBrowser)

/** The message that the playground asks the wallet to sign. */
const MESSAGE = 'Fern & Fable: a hello from the playground'

test(
  'a visitor without a wallet types an address and a code, and gets a wallet, which survives a reload',
  visiting(withoutWallet(), async (visitor) => {
    await signIn(visitor, newAddress())
    const address = await addressOf(visitor)
    expect(isAddress(address)).toBe(true)
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await visitor.reads('address', address)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a code pasted into the first box signs in',
  visiting(withoutWallet(), async (visitor) => {
    const { page } = visitor
    await visitor.open()
    const { code = '' } = await askForCode(visitor, newAddress())
    await page.evaluate((text) => navigator.clipboard.writeText(text), code)
    await page.getByTestId('wui-input-numeric').first().click()
    await page.keyboard.press('ControlOrMeta+V')
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
    expect(isAddress(await addressOf(visitor))).toBe(true)
  }),
)

test(
  'the frame shows what the page wants signed; approval gives a valid signature, rejection none',
  visiting(withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }), async (visitor) => {
    await signIn(visitor, newAddress())
    const address = (await addressOf(visitor)) as Hex
    await visitor.page.getByTestId('sign-message-button').click()
    await visitor.view('ApproveTransaction').waitFor()
    await inFrame(visitor).getByText(MESSAGE).waitFor()
    await inFrame(visitor).getByText(new URL(visitor.page.url()).host).first().waitFor()
    await approve(visitor)
    await visitor.dialog.waitFor({ state: 'detached' })
    const shown = visitor.page.getByTestId('signature').filter({ hasText: /^0x/ })
    await shown.waitFor()
    const signature = (await shown.textContent()) as Hex
    expect(await verifyMessage({ address, message: MESSAGE, signature })).toBe(true)

    await visitor.page.getByTestId('sign-message-button').click()
    await inFrame(visitor).getByText(MESSAGE).waitFor()
    await reject(visitor)
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.page.getByTestId('signature').filter({ hasText: '0x' }).waitFor({ state: 'detached' })
  }),
)

test('on a second browser the code and the mailed link open the same wallet', async () => {
  const email = newAddress()
  const [first, second] = await Promise.all([visit(withoutWallet()), visit(withoutWallet())])
  try {
    const code = await signIn(first, email)
    const address = await addressOf(first)

    await second.open()
    const again = await askForCode(second, email, code)
    await typeCode(second, again.code ?? '')
    const { link } = await mailTo(email, again)
    await second.sees(email)
    const mailbox = await second.context.newPage()
    await mailbox.goto(link ?? '')
    await mailbox.getByRole('button', { name: 'Confirm this device' }).click()
    await second.dialog.waitFor({ state: 'detached' })
    await second.reads('status', 'connected')
    await second.reads('address', address)
  } finally {
    await Promise.all([first.end(), second.end()])
  }
})

test(
  'a wrong code can be retried; after signing out, the same address opens the same wallet',
  visiting(withoutWallet(), async (visitor) => {
    const email = newAddress()
    await visitor.open()
    const mail = await askForCode(visitor, email)
    const wrong = mail.code === '000000' ? '000001' : '000000'
    await typeCode(visitor, wrong)
    await visitor.dialog.getByRole('alert').waitFor()
    await typeCode(visitor, mail.code ?? '')
    await visitor.dialog.waitFor({ state: 'detached' })
    const address = await addressOf(visitor)

    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await signIn(visitor, email, mail)
    await visitor.reads('address', address)
  }),
)
