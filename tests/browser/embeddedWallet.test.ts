import { type Address, type Hex, verifyMessage } from 'viem'
import { asks, outcome } from './support/approvals.ts'
import { addressOf, approve, inFrame, newAddress, signIn, withoutWallet } from './support/embeddedWallet.ts'
import { closeBrowser, visiting } from './support/visit.ts'

/** The shortest path through the embedded wallet: mail, login, both stores, frame. The long run tests the rest. */

jest.setTimeout(60_000)

afterAll(closeBrowser)

const MESSAGE = 'Fern & Fable: welcome, whoever you are'

test(
  'a visitor without a wallet signs up by a mailed code, and signs a request from the page',
  visiting(withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }), async (visitor) => {
    await signIn(visitor, newAddress())
    const address = (await addressOf(visitor)) as Address
    const asked = await asks(visitor, 'personal_sign', MESSAGE)
    await inFrame(visitor).getByText(MESSAGE).waitFor()
    await approve(visitor)
    expect(await verifyMessage({ address, message: MESSAGE, signature: (await outcome(visitor, asked)) as Hex })).toBe(
      true,
    )
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(visitor.problems).toEqual([])
  }),
)
