import { signInAgain, typeAddress } from '../browser/support/emailChange.ts'
import { addressOf, mailTo, newAddress, signIn, typeCode, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

jest.setTimeout(90_000)

afterAll(closeBrowser)

declare global {
  interface Window {
    updating?: Promise<unknown>
  }
}

/** The page's own script requests a change of address. */
const askForUpdate = ({ page }: Visit) =>
  page.evaluate(() => {
    const settled = window.portico?.updateEmail().then(
      (email) => ({ email }),
      ({ code, message }) => ({ code, message }),
    )
    window.updating = settled as Promise<unknown>
  })

/** The outcome of the requested change. */
const outcome = ({ page }: Visit) => page.evaluate(() => window.updating)

const wrongFor = (code = '') => (code === '000000' ? '000001' : '000000')

test(
  'a page requests a new address: both codes are required, and the new address opens the same wallet',
  visiting(withoutWallet(), async (visitor) => {
    const [old, next] = [newAddress(), newAddress()]
    const first = await signIn(visitor, old)
    const wallet = await addressOf(visitor)

    await askForUpdate(visitor)
    await typeAddress(visitor, next)
    await visitor.view('UpdateEmailPrimaryOtp').waitFor()
    const primary = await mailTo(old, first)
    await typeCode(visitor, wrongFor(primary.code))
    await visitor.sees('Incorrect code. Try again.')
    await typeCode(visitor, primary.code ?? '')
    await visitor.view('UpdateEmailSecondaryOtp').waitFor()
    const secondary = await mailTo(next)
    await typeCode(visitor, secondary.code ?? '')

    expect(await outcome(visitor)).toEqual({ email: next })
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('address', wallet)
    const { embeddedWalletInfo } = await visitor.onPage((modal) => modal.getAccount())
    expect(embeddedWalletInfo?.user.email).toBe(next)

    await signInAgain(visitor, next, secondary)
    await visitor.reads('address', wallet)
    await signInAgain(visitor, old, await mailTo(old))
    expect(await addressOf(visitor)).not.toBe(wallet)
  }),
)

test.each([
  ['before anything was typed', async () => {}],
  ['after a code was sent', (visitor: Visit) => typeAddress(visitor, newAddress())],
])("closing the window %s rejects the page's call", (_, act) =>
  visiting(withoutWallet(), async (visitor) => {
    const address = newAddress()
    await signIn(visitor, address)
    await askForUpdate(visitor)
    await visitor.view('UpdateEmailWallet').waitFor()
    await act(visitor)
    await visitor.close()
    expect(await outcome(visitor)).toEqual({ code: 'connection.modalClosed', message: 'Modal closed' })
    const { embeddedWalletInfo } = await visitor.onPage((modal) => modal.getAccount())
    expect(embeddedWalletInfo?.user.email).toBe(address)
  })(),
)

test(
  'without an e-mail sign-in there is no address to change',
  visiting(withoutWallet(), async (visitor) => {
    await askForUpdate(visitor)
    expect(await outcome(visitor)).toEqual({
      code: 'connection.notEmbedded',
      message: 'Not connected to email or social',
    })
    expect(await visitor.dialog.count()).toBe(0)
  }),
)

test(
  'a project without e-mail and social login has no embedded wallet',
  visiting({ query: {} }, async (visitor) => {
    await visitor.connect()
    await askForUpdate(visitor)
    expect(await outcome(visitor)).toEqual({
      code: 'connection.noAuthConnector',
      message: 'No auth connector found',
    })
  }),
)
