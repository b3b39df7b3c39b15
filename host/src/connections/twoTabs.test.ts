import { type Connection, WALLET_CONNECT_ID } from '@portico/contracts'
import { ethereum, fakeAdapter, fakePairing, harbor, lantern, polygon, solana } from '@portico/contracts/testing'
import { dune, walletsIn } from '../../testing/wallets.ts'
import type { Pairing } from '../pairing/pairedWallets.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { preparePairing } from './pair.ts'
import { follow } from './reconnect.ts'
import { storedConnections } from './storedConnections.ts'
import { switchConnection } from './switchConnection.ts'
import { watchConnections } from './watchConnections.ts'

const { ferry, severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

const to = (connectorId: string, namespace: 'eip155' | 'solana' = 'eip155') => ({ namespace, connectorId }) as const
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Two tabs of one browser: the same wallets and storage, and each tab sees the other's changes. */
async function twoTabs({ isEnabled = true } = {}) {
  const here = severalWallets()
  const { storage, evm, solanaAdapter } = here
  const there = severalWallets({ storage, evm, solanaAdapter })
  for (const tab of [here, there]) {
    storage.watch('connections', () => void tab.dispatch(follow(isEnabled, async () => true)))
  }
  const agree = () => {
    for (const namespace of ['eip155', 'solana'] as const)
      expect(there.live(namespace)[0]).toBe(here.live(namespace)[0])
    expect(there.address('eip155')).toBe(here.address('eip155'))
  }
  return { here, there, agree, calls: () => evm.calls.map(({ method }) => method) }
}

test('a wallet that is connected in one tab becomes active in the other, without a prompt', async () => {
  const { here, there, agree, calls } = await twoTabs()
  await here.dispatch(connect(to(harbor.id)))
  await settled()
  agree()
  await here.dispatch(connect(to(lantern.id)))
  await settled()
  agree()
  expect(there.live()).toEqual([lantern.id, harbor.id])
  expect(calls()).toEqual(['connect', 'restore', 'connect', 'restore'])
})

test('switching to another wallet or account switches the other tab too', async () => {
  const { here, there, agree } = await twoTabs()
  for (const { id } of [harbor, lantern, ferry]) await here.dispatch(connect(to(id)))
  await settled()
  await there.dispatch(switchConnection(to(harbor.id)))
  await settled()
  expect(here.live()).toEqual([harbor.id, ferry.id, lantern.id])
  agree()
  await here.dispatch(switchConnection({ ...to(harbor.id), address: `${harbor.id}-second` }))
  await settled()
  expect(there.address()).toBe(`${harbor.id}-second`)
})

test('a connection that ends in one tab ends in the other, and both make the same wallet active next', async () => {
  const { here, there, agree } = await twoTabs()
  for (const { id } of [harbor, lantern, ferry]) await here.dispatch(connect(to(id)))
  await here.dispatch(connect(to(dune.id, 'solana')))
  await settled()
  await there.dispatch(disconnect('eip155', ferry.id))
  await settled()
  agree()
  expect(here.live()).toEqual([lantern.id, harbor.id])
  await here.dispatch(disconnect('eip155'))
  await settled()
  expect(there.live()).toEqual([])
  expect(there.live('solana')).toEqual([dune.id])
  expect(there.heard.at(-1)).toBe('eip155 disconnected')
})

test('two tabs that switch to different wallets at the same time end with the same one', async () => {
  const { here, there, agree } = await twoTabs()
  for (const { id } of [harbor, lantern, ferry]) await here.dispatch(connect(to(id)))
  await settled()
  await Promise.all([here.dispatch(switchConnection(to(harbor.id))), there.dispatch(switchConnection(to(lantern.id)))])
  await settled()
  agree()
})

test('a tab that waits for a wallet is not disturbed by what happens in another', async () => {
  const { here, there } = await twoTabs()
  await here.dispatch(connect(to(harbor.id)))
  await settled()
  const answer = there.evm.hold('connect')
  const connecting = there.dispatch(connect(to(ferry.id)))
  await here.dispatch(connect(to(lantern.id)))
  await settled()
  expect(there.family()).toMatchObject({ status: 'connecting', connectorId: ferry.id })
  answer()
  await connecting
  await settled()
  expect(there.live()[0]).toBe(ferry.id)
  expect(here.live()[0]).toBe(ferry.id)
})

test('a wallet that cannot be restored in one tab stays connected in the other', async () => {
  const { here, there } = await twoTabs()
  here.evm.fail('restore', 'failed')
  await here.dispatch(connect(to(harbor.id)))
  await settled()
  expect(there.live()).toEqual([])
  expect(here.live()).toEqual([harbor.id])
  expect(here.stored()).toEqual([`${harbor.id}*`])
})

test('if a wallet is connected while the other tab checks another, both tabs end with the new one', async () => {
  const { here, there } = await twoTabs()
  const answer = here.evm.hold('restore')
  await here.dispatch(connect(to(harbor.id)))
  await here.dispatch(connect(to(lantern.id)))
  answer()
  await settled()
  expect(there.live()[0]).toBe(lantern.id)
  expect(here.live()[0]).toBe(lantern.id)
})

test('with reconnect disabled, a tab takes over no connections, but drops those that end in another tab', async () => {
  const { here, there } = await twoTabs({ isEnabled: false })
  await there.dispatch(connect(to(harbor.id)))
  await settled()
  expect(here.live()).toEqual([])
  await here.dispatch(connect(to(harbor.id)))
  await here.dispatch(disconnect('eip155'))
  await settled()
  expect(there.live()).toEqual([])
})

describe('a wallet ends a connection that another tab has replaced', () => {
  /** Two tabs that listen to their wallets. `here` reads the changes of the other tab only when `hear` is called. */
  function tabs({ isMulti = false, ...parts }: Parameters<typeof severalWallets>[0] = {}) {
    const here = severalWallets({ isMulti, ...parts })
    const { storage, evm, solanaAdapter } = here
    const phone = fakePairing()
    const there = severalWallets({ isMulti, storage, evm, solanaAdapter, pairing: phone as unknown as Pairing })
    for (const tab of [here, there]) watchConnections(tab.store, tab.services)
    const listen = (tab: typeof here) => tab.dispatch(follow(true, async () => true))
    storage.watch('connections', () => void listen(there))
    return { here, there, phone, hear: () => listen(here) }
  }

  test.each([true, false])('a wallet of this browser (several wallets per family: %s)', async (isMulti) => {
    const { here, there, hear } = tabs({ isMulti })
    await here.dispatch(connect(to(harbor.id)))
    await settled()
    await there.dispatch(connect(to(lantern.id)))
    here.evm.say(harbor.id, { type: 'disconnected' })
    await settled()
    expect([there.live()[0], there.stored()]).toEqual([lantern.id, [`${lantern.id}*`]])
    await hear()
    expect(here.live()).toEqual([lantern.id])
    expect(there.heard.filter((event) => event.endsWith('disconnected'))).toEqual([])
  })

  test('a connection that ends beside the active one does not undo what the other tab has chosen', async () => {
    const { here, there, hear } = tabs({ isMulti: true })
    for (const { id } of [harbor, lantern]) await here.dispatch(connect(to(id)))
    await settled()
    await there.dispatch(connect(to(ferry.id)))
    here.evm.say(lantern.id, { type: 'disconnected' })
    await settled()
    expect([there.live()[0], there.stored().at(-1)]).toEqual([ferry.id, `${ferry.id}*`])
    await hear()
    expect(here.live()[0]).toBe(ferry.id)
  })

  describe('a pairing', () => {
    const paired: Connection = {
      connectorId: WALLET_CONNECT_ID,
      caipNetworkId: ethereum.caipNetworkId,
      accounts: [{ address: 'paired' }],
    }
    const sessionOf = ({ family }: ReturnType<typeof severalWallets>) => family()?.connection?.session

    /** Both tabs have the first session; then the other tab pairs again. */
    async function pairedAnew() {
      const own = fakePairing()
      const both = tabs({ pairing: own as unknown as Pairing })
      const { here, there, phone, hear } = both
      const pair = async () => {
        await there.dispatch(preparePairing())
        phone.agree({ eip155: paired })
        await settled()
      }
      await pair()
      own.session = phone.session
      await hear()
      const first = sessionOf(here)
      expect(first).toBeDefined()
      await pair()
      expect(sessionOf(there)).not.toBe(first)
      const holds = (session: string | undefined) => {
        for (const tab of [here, there]) expect(sessionOf(tab)).toBe(session)
        expect(storedConnections(here.storage)).toMatchObject([{ session }])
      }
      return { ...both, own, second: sessionOf(there), holds }
    }

    test('the old session ends before this tab has read the new one', async () => {
      const { here, own, phone, hear, second, holds, there } = await pairedAnew()
      own.session = phone.session
      own.say('eip155', { type: 'disconnected' })
      await settled()
      expect([here.live(), sessionOf(there)]).toEqual([[], second])
      await hear()
      holds(second)
    })

    test('the old session ends after this tab has read the new one', async () => {
      const { here, own, phone, hear, second, holds, there } = await pairedAnew()
      await hear()
      // This tab's client still has the first session, which must not be mistaken for the second.
      expect([here.live(), sessionOf(there)]).toEqual([[], second])
      own.session = phone.session
      own.say('eip155', { type: 'disconnected' })
      await settled()
      holds(second)
    })
  })
})
