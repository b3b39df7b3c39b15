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

/** Two tabs of one visitor, of which one wants to sign in as somebody else: they are one login, and only one. */

jest.setTimeout(90_000)

afterAll(closeBrowser)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })

test(
  'a tab that waits for an address takes the login of the other tab, and asks for no other address before that has ended',
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
  'a code that one tab waits for is not taken from it by another address in the other tab: that one is told when to try again',
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
