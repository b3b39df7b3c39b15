import { selectNetworks } from '@portico/contracts'
import { ethereum, fakeAdapter, harbor, lantern, polygon, solana } from '@portico/contracts/testing'
import { walletsIn } from '../../testing/wallets.ts'
import { connect } from './connect.ts'
import { addNetwork, removeNetwork } from './editNetworks.ts'

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

const base = {
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example/8453'] } },
}

function onPage() {
  const parts = severalWallets()
  return { ...parts, ids: () => selectNetworks(parts.state()).map(({ caipNetworkId }) => caipNetworkId) }
}

describe('adding a network', () => {
  test('puts it after the existing ones', async () => {
    const { dispatch, ids } = onPage()
    await dispatch(addNetwork('eip155', base))
    expect(ids()).toEqual(['eip155:1', 'eip155:137', solana.caipNetworkId, 'eip155:8453'])
  })

  test('adds it once: an existing one stays unchanged', async () => {
    const { dispatch, state } = onPage()
    await dispatch(addNetwork('eip155', { ...base, id: 137, name: 'Another Polygon' }))
    expect(selectNetworks(state())).toEqual([ethereum, polygon, solana])
  })

  test.each<[string, Parameters<typeof addNetwork>[0], unknown, string]>([
    ['of a family that the page has no adapter for', 'bip122', base, 'adapter.missing'],
    ['of another family than it says', 'solana', base, 'options.invalid'],
    ['that is invalid', 'eip155', { id: 'nothing' }, 'options.invalid'],
    ['that is missing', 'eip155', undefined, 'options.invalid'],
  ])('fails %s', async (_, namespace, given, code) => {
    const { dispatch, ids } = onPage()
    await expect(dispatch(addNetwork(namespace, given))).rejects.toMatchObject({ code })
    expect(ids()).toHaveLength(3)
  })
})

describe('removing a network', () => {
  test.each([[137], ['137'], ['eip155:137']])('works with %p', async (id) => {
    const { dispatch, ids, chosenId } = onPage()
    await dispatch(removeNetwork('eip155', id))
    expect(ids()).toEqual(['eip155:1', solana.caipNetworkId])
    expect(chosenId()).toBe('eip155:1')
  })

  test("that the page is on moves the page to the family's first remaining network", async () => {
    const { dispatch, chosenId } = onPage()
    await dispatch(removeNetwork('eip155', 1))
    expect(chosenId()).toBe('eip155:137')
  })

  test('that the wallet is on asks the wallet to follow', async () => {
    const { dispatch, evm, chosenId } = onPage()
    await dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
    await dispatch(removeNetwork('eip155', 1))
    expect(evm.calls.at(-1)).toEqual({ method: 'switchNetwork', args: [harbor.id, 'eip155:137'] })
    expect(chosenId()).toBe('eip155:137')
  })

  test('leaves a wallet that does not follow on a network that the page does not have', async () => {
    const { dispatch, evm, family, ids } = onPage()
    await dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
    evm.fail('switchNetwork', 'declined')
    await dispatch(removeNetwork('eip155', 1))
    expect(family()?.connection?.caipNetworkId).toBe('eip155:1')
    expect(ids()).not.toContain('eip155:1')
  })

  test('does nothing if it belongs to another family or does not exist', async () => {
    const { dispatch, ids } = onPage()
    await dispatch(removeNetwork('solana', 1))
    await dispatch(removeNetwork('eip155', 424242))
    expect(ids()).toHaveLength(3)
    await expect(dispatch(removeNetwork('bip122', 1))).rejects.toMatchObject({ code: 'adapter.missing' })
  })
})
