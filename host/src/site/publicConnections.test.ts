import {
  ADDRESS,
  ethereum,
  fakeAdapter,
  fakePairing,
  harbor,
  lantern,
  polygon,
  solana,
} from '@portico/contracts/testing'
import { accountsOf, dune, walletsIn } from '../../testing/wallets.ts'
import type { Pairing } from '../pairing/pairedWallets.ts'
import { createPublicConnections } from './publicConnections.ts'

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

const onSolana = { namespace: 'solana', connectorId: dune.id } as const

function onPage(isMulti = true, pairing?: Pairing) {
  const parts = severalWallets({ isMulti, ...(pairing && { pairing }) })
  const page = createPublicConnections(parts.store, parts.services)
  const ids = () => page.getConnections()?.map(({ connectorId }) => connectorId)
  return { ...parts, page, ids }
}

async function withTwo(isMulti = true) {
  const parts = onPage(isMulti)
  await parts.page.connect({ connectorId: harbor.id })
  await parts.page.connect({ connectorId: lantern.id })
  return parts
}

beforeEach(() => void jest.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => jest.restoreAllMocks())

describe('the page connects a wallet', () => {
  test('of the active family, and gets the connection', async () => {
    expect(await onPage().page.connect({ connectorId: harbor.id })).toEqual({
      namespace: 'eip155',
      connectorId: harbor.id,
      caipNetworkId: 'eip155:1',
      accounts: accountsOf(harbor.id),
    })
  })

  test('of a family other than the active one', async () => {
    const { page, chosenId } = onPage()
    await page.connect(onSolana)
    expect(chosenId()).toBe(solana.caipNetworkId)
  })

  test('and gets the reason if this fails', async () => {
    const { page, evm } = onPage()
    evm.fail('connect', 'rejected')
    await expect(page.connect({ connectorId: harbor.id })).rejects.toMatchObject({ code: 'connection.rejected' })
  })

  test('unless the page has canceled before; then no wallet is asked', async () => {
    const { page, asked } = onPage()
    const aborted = AbortSignal.abort()
    await expect(page.connect({ connectorId: harbor.id }, { signal: aborted })).rejects.toMatchObject({
      code: 'connection.modalClosed',
    })
    expect(asked()).toEqual([])
  })

  test.each(['walletConnect', 'WALLETCONNECT'])('but not %s, which needs a visible QR code', async (connectorId) => {
    const { page } = onPage(true, fakePairing() as unknown as Pairing)
    await expect(page.connect({ connectorId })).rejects.toMatchObject({ code: 'connection.connectorMissing' })
  })
})

describe('with several wallets', () => {
  test("the page gets each family's connections, the active one first", async () => {
    const { page, ids } = await withTwo()
    expect(ids()).toEqual([lantern.id, harbor.id])
    await page.connect(onSolana)
    expect(ids()).toEqual([dune.id])
    expect(page.getConnections('eip155')).toHaveLength(2)
  })

  test('the page switches to another wallet, or to another account of a wallet', async () => {
    const { page, ids, address } = await withTwo()
    await page.switchConnection({ connectorId: harbor.id.toUpperCase(), address: `${harbor.id}-second` })
    expect(ids()).toEqual([harbor.id, lantern.id])
    expect(address()).toBe(`${harbor.id}-second`)
  })

  test('a deleted connection is gone, and not listed as recent', async () => {
    const { page, ids } = await withTwo()
    await page.deleteConnection({ connectorId: lantern.id })
    expect(ids()).toEqual([harbor.id])
    expect(page.getRecentConnections()).toEqual([])
  })

  test('a connection whose wallet cannot be notified is deleted nevertheless', async () => {
    const { page, evm, ids, recent } = await withTwo()
    evm.fail('disconnect', 'failed')
    await expect(page.deleteConnection({ connectorId: lantern.id })).rejects.toMatchObject({
      code: 'connection.disconnectFailed',
    })
    expect([ids(), recent()]).toEqual([[harbor.id], []])
  })

  test('connections that have ended are listed as recent, with their accounts', async () => {
    const { page, evm, store, services } = await withTwo()
    const { watchConnections } = await import('../connections/watchConnections.ts')
    watchConnections(store, services)
    evm.say(harbor.id, { type: 'disconnected' })
    expect(page.getRecentConnections()).toEqual([
      {
        namespace: 'eip155',
        connectorId: harbor.id,
        caipNetworkId: 'eip155:1',
        accounts: accountsOf(harbor.id).map(({ address }) => ({ address })),
      },
    ])
  })
})

describe('without several wallets', () => {
  test('§5: calls that need them return nothing and raise an info alert', async () => {
    const { page, store, live } = await withTwo(false)
    expect([page.getConnections(), page.getRecentConnections()]).toEqual([[], []])
    expect(store.getState().feedback.alerts.at(-1)).toMatchObject({
      variant: 'info',
      error: { code: 'multiWallet.disabled', message: 'Multi-Wallet Not Enabled' },
    })
    await page.switchConnection({ connectorId: harbor.id })
    await page.deleteConnection({ connectorId: lantern.id })
    expect(live()).toEqual([lantern.id])
  })

  test('the page gets the name and the kind of the connected wallet', async () => {
    const { page } = await withTwo(false)
    expect(page.getWalletInfo()).toEqual({ name: 'Lantern' })
    expect([page.getWalletProviderType(), page.getProviderType('solana')]).toEqual(['ANNOUNCED', undefined])
    expect(page.getWalletInfo('solana')).toBeUndefined()
  })

  test('a paired wallet is described by its own name, and by the networks that it has agreed to', async () => {
    const pairing = fakePairing()
    const { page, dispatch } = onPage(false, pairing as unknown as Pairing)
    const { preparePairing } = await import('../connections/pair.ts')
    await dispatch(preparePairing())
    pairing.agree({
      eip155: {
        connectorId: 'walletConnect',
        caipNetworkId: 'eip155:1',
        accounts: [{ address: ADDRESS }],
        approvedNetworkIds: ['eip155:1'],
        wallet: { name: 'Phone', imageUrl: 'data:image/png;base64,AA' },
      },
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(page.getWalletInfo()).toEqual({ name: 'Phone', icon: 'data:image/png;base64,AA' })
    expect(page.getApprovedCaipNetworkIds()).toEqual(['eip155:1'])
    expect(page.getUniversalProvider()).toBe(pairing.client)
  })
})
