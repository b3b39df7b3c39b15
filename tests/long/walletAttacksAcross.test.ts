import { approval } from '../browser/support/approvals.ts'
import { pressesInto, TRAPS } from '../browser/support/approveTraps.ts'
import { newAddress, signIn } from '../browser/support/embeddedWallet.ts'
import { visitWithOwnProcess } from '../browser/support/ownProcess.ts'

/** The secure site often has another owner: page and frame are on different sites, the frame in its own process. */

jest.setTimeout(90_000)

let opened: Awaited<ReturnType<typeof visitWithOwnProcess>>
beforeAll(async () => {
  opened = await visitWithOwnProcess({ defaultAccountTypes: { eip155: 'eoa' } })
  await signIn(opened.visitor, newAddress())
})
beforeEach(async () => {
  await opened.visitor.page.reload()
  await opened.visitor.reads('status', 'connected')
})
afterAll(() => opened?.end())

test.each([...TRAPS])('Approve is disabled while %s', async (_, trick) => {
  const { visitor } = opened
  await pressesInto(visitor, trick)
  expect(await approval(visitor).count()).toBe(0)
})
