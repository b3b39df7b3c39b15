import {
  addressOf,
  askForCode,
  emailField,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { closeBrowser, visiting } from '../browser/support/visit.ts'

/** Two tabs of one visitor, one of which tries to sign in with another address: both share a single login. */

jest.setTimeout(90_000)

afterAll(closeBrowser)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })

test(
  "a tab waiting for an address adopts the other tab's login, and can request a code once that login has ended",
  visiting(AS_ITSELF, async (first) => {
    const second = await first.newTab(AS_ITSELF.query)
    await second.open()
    await emailField(second).fill(newAddress())
    await signIn(first, newAddress())
    const address = await addressOf(first)
    await second.view('Account').waitFor()
    await second.reads('address', address)
    expect(await emailField(second).count()).toBe(0)

    await second.onPage((modal) => modal.disconnect())
    await first.reads('status', 'disconnected')
    await second.reads('status', 'disconnected')
    await signIn(second, newAddress())
    const other = await addressOf(second)
    expect(other).not.toBe(address)
    await first.reads('address', other)
    expect([...first.problems, ...second.problems]).toEqual([])
  }),
)

test(
  'another address in a second tab does not invalidate the code of the first: the second learns when to retry',
  visiting(AS_ITSELF, async (first) => {
    const second = await first.newTab(AS_ITSELF.query)
    await first.open()
    const mail = await askForCode(first, newAddress())
    await second.open()
    await emailField(second).fill(newAddress())
    await emailField(second).press('Enter')
    await second.dialog.getByText(/^Please try again after \d+ seconds$/).waitFor()
    await typeCode(first, mail.code ?? '')
    await first.reads('status', 'connected')
    await second.reads('address', await addressOf(first))
  }),
)
