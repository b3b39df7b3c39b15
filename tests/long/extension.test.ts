import { verifyTypedData } from 'viem'
import { isSignedBy, sign } from '../browser/support/pairedSignatures.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const ids = [31337, 31338] as const

const signsHere = async (visitor: Visit): Promise<boolean> => {
  const account = await visitor.onPage((modal) => modal.getCaipAddress() ?? '')
  return isSignedBy(account, account, await sign(visitor, 'eip155', account))
}

test(
  'open() shows the wallets and the button for all of them',
  visiting({}, async (visitor) => {
    await visitor.onPage((modal) => modal.open())
    await visitor.devWallet.waitFor()
    await visitor.page.getByTestId('all-wallets').waitFor()
    await visitor.reads('open', 'open')
  }),
)

test(
  'an installed wallet signs typed data, and the signature verifies (EIP-712)',
  visiting({}, async (visitor) => {
    await visitor.connect()
    const order = {
      domain: { name: 'Shop', chainId: 31337 },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'Grüner Tee' },
    } as const
    const signature = await visitor.onPage(async (modal, typed) => {
      const provider = modal.getProvider('eip155') as { request(asked: object): Promise<`0x${string}`> }
      const domainType = [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ]
      const types = { ...typed.types, EIP712Domain: domainType }
      const params = [modal.getAddress(), JSON.stringify({ ...typed, types })]
      return provider.request({ method: 'eth_signTypedData_v4', params })
    }, order)
    expect(await verifyTypedData({ ...order, address: VISITOR, signature })).toBe(true)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'an installed wallet signs on each network that it is switched to, and a reload keeps the last network',
  visiting({}, async (visitor) => {
    await visitor.connect()
    for (const id of [...ids, ids[0], ids[1]]) {
      await visitor.onPage((modal, wanted) => modal.switchNetwork(wanted, { throwOnFailure: true }), id)
      await visitor.reads('caip-address', `eip155:${id}:${VISITOR}`)
      expect(await signsHere(visitor)).toBe(true)
    }
    await visitor.page.reload()
    await visitor.reads('caip-address', `eip155:31338:${VISITOR}`)
    expect(await signsHere(visitor)).toBe(true)
    expect(visitor.problems).toEqual([])
  }),
)
