import { approval, outcome, showApproval } from '../browser/support/approvals.ts'
import { addressOf, emailField, newAddress, reject, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

/** One visitor, one site, several tabs, which all share one login. */

jest.setTimeout(90_000)

afterAll(closeBrowser)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const another = (visitor: Visit) => visitor.newTab(AS_ITSELF.query)

test(
  'the other tab picks up a sign-in after a reload, and a sign-out at once',
  visiting(AS_ITSELF, async (first) => {
    const second = await another(first)
    await signIn(first, newAddress())
    const address = await addressOf(first)
    await second.page.reload()
    await second.reads('status', 'connected')
    await second.reads('address', address)

    await first.onPage((modal) => modal.disconnect())
    await first.reads('status', 'disconnected')
    await second.reads('status', 'disconnected')
    await second.page.reload()
    await second.reads('status', 'disconnected')
    await first.page.reload()
    await first.reads('status', 'disconnected')
  }),
)

test(
  'a tab opened before the sign-in accepts the address without a second code',
  visiting(AS_ITSELF, async (first) => {
    const second = await another(first)
    const email = newAddress()
    await signIn(first, email)
    await second.open()
    await emailField(second).fill(email)
    await emailField(second).press('Enter')
    await second.reads('status', 'connected')
    await second.reads('address', await addressOf(first))
    await first.settled()
    await first.reads('status', 'connected')
  }),
)

test(
  'a signature request is shown only in its own tab',
  visiting(AS_ITSELF, async (first) => {
    await signIn(first, newAddress())
    const second = await another(first)
    await second.reads('status', 'connected')
    const asked = await showApproval(first)
    await second.settled()
    expect([await second.dialog.count(), await approval(second).count()]).toEqual([0, 0])
    // Requests of the other tab do not wait for this request.
    const other = await showApproval(second)
    await reject(second)
    expect(await outcome(second, other)).toMatchObject({ code: 4001 })
    await first.page.bringToFront()
    await approval(first).waitFor()
    await reject(first)
    expect(await outcome(first, asked)).toMatchObject({ code: 4001 })
  }),
)

test(
  'signing out in one tab ends the signature request of the other',
  visiting(AS_ITSELF, async (first) => {
    await signIn(first, newAddress())
    const second = await another(first)
    await second.reads('status', 'connected')
    const asked = await showApproval(second)
    await first.onPage((modal) => modal.disconnect())
    await second.reads('status', 'disconnected')
    expect(await outcome(second, asked)).toMatchObject({ message: 'Request was aborted' })
    await approval(second).waitFor({ state: 'detached' })
    await second.dialog.waitFor({ state: 'detached' })
  }),
)
