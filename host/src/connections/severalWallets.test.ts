import { WALLET_CONNECT_ID } from '@portico/contracts'
import { ethereum, fakeAdapter, fakePairing, harbor, lantern, polygon, solana } from '@portico/contracts/testing'
import { accountsOf, dune, ridge, walletsIn } from '../../testing/wallets.ts'
import type { Pairing } from '../pairing/pairedWallets.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { findStoredConnections } from './findStored.ts'
import { networkRemoved } from './networksSlice.ts'
import { switchConnection } from './switchConnection.ts'
import { watchConnections } from './watchConnections.ts'

const {
  ferry,
  evmWallets: EVM_WALLETS,
  severalWallets,
} = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

const to = (connectorId: string, namespace: 'eip155' | 'solana' = 'eip155') => ({ namespace, connectorId }) as const

async function withThree(isMulti = true) {
  const parts = severalWallets({ isMulti })
  for (const { id } of EVM_WALLETS) await parts.dispatch(connect(to(id)))
  return parts
}

/** The next visit in the same browser. */
async function nextVisit({ storage, evm, solanaAdapter }: Awaited<ReturnType<typeof withThree>>) {
  const parts = severalWallets({ storage, evm, solanaAdapter })
  const { reconnect } = await import('./reconnect.ts')
  await parts.dispatch(reconnect(true, async () => true))
  return parts
}

describe('connecting one more wallet', () => {
  test('keeps the others, the last used first, and disconnects none', async () => {
    const { live, stored, asked } = await withThree()
    expect(live()).toEqual([ferry.id, lantern.id, harbor.id])
    expect(stored()).toEqual([harbor.id, lantern.id, `${ferry.id}*`])
    expect(asked()).toEqual([`connect ${harbor.id}`, `connect ${lantern.id}`, `connect ${ferry.id}`])
  })

  test('of another family moves the page to that family, where the next visit begins', async () => {
    const { dispatch, chosenId, live, storage } = await withThree()
    await dispatch(connect(to(dune.id, 'solana')))
    expect(chosenId()).toBe(solana.caipNetworkId)
    expect(storage.read('network')).toEqual({ caipNetworkId: solana.caipNetworkId })
    expect(live()).toEqual([ferry.id, lantern.id, harbor.id])
  })

  test('without the feature, replaces the first, which is disconnected', async () => {
    const { live, stored, asked } = await withThree(false)
    expect(live()).toEqual([ferry.id])
    expect(stored()).toEqual([`${ferry.id}*`])
    expect(asked().filter((call) => call.startsWith('disconnect'))).toEqual([
      `disconnect ${harbor.id}`,
      `disconnect ${lantern.id}`,
    ])
  })

  test('once the feature has been switched off, replaces all of them', async () => {
    const { allow, dispatch, live, stored, asked } = await withThree()
    allow(false)
    await dispatch(connect(to(harbor.id)))
    expect(live()).toEqual([harbor.id])
    expect(stored()).toEqual([`${harbor.id}*`])
    expect(asked().slice(-2)).toEqual([`disconnect ${ferry.id}`, `disconnect ${lantern.id}`])
  })

  test('that is already connected under another spelling of its id adds nothing', async () => {
    const { dispatch, live } = await withThree()
    await dispatch(connect(to(ferry.id.toUpperCase())))
    expect(live()).toEqual([ferry.id, lantern.id, harbor.id])
  })
})

describe('switching', () => {
  test('to another wallet needs no prompt, and the next visit restores it', async () => {
    const { dispatch, live, stored, asked, address } = await withThree()
    expect(await dispatch(switchConnection(to(harbor.id)))).toBe('wallet')
    expect(live()).toEqual([harbor.id, ferry.id, lantern.id])
    expect(stored()).toEqual([lantern.id, ferry.id, `${harbor.id}*`])
    expect(address()).toBe(`${harbor.id}-first`)
    expect(asked()).toHaveLength(3)
  })

  test('to the wallet that is already active changes nothing', async () => {
    const { dispatch, family } = await withThree()
    const before = family()?.connection
    expect(await dispatch(switchConnection(to(ferry.id.toLowerCase())))).toBe('none')
    expect(family()?.connection).toBe(before)
  })

  test('to another account of the same wallet puts it first', async () => {
    const { dispatch, address, stored } = await withThree()
    expect(await dispatch(switchConnection({ ...to(ferry.id), address: `${ferry.id}-second` }))).toBe('account')
    expect(address()).toBe(`${ferry.id}-second`)
    expect(stored()).toEqual([harbor.id, lantern.id, `${ferry.id}*`])
  })

  test('to an account that the wallet does not share fails with an error, and changes nothing', async () => {
    const { dispatch, live } = await withThree()
    await expect(dispatch(switchConnection({ ...to(harbor.id), address: 'not there' }))).rejects.toMatchObject({
      code: 'connection.connectorMissing',
    })
    expect(live()).toEqual([ferry.id, lantern.id, harbor.id])
  })

  test('to a wallet of another family moves the page to its network', async () => {
    const { dispatch, chosenId, storage } = await withThree()
    await dispatch(connect(to(dune.id, 'solana')))
    await dispatch(switchConnection(to(harbor.id)))
    expect(chosenId()).toBe(ethereum.caipNetworkId)
    expect(storage.read('network')).toEqual({ caipNetworkId: ethereum.caipNetworkId })
  })

  test('to a wallet that has been disconnected causes a prompt, and the others stay', async () => {
    const { dispatch, live, recent, asked } = await withThree()
    await dispatch(disconnect('eip155', harbor.id))
    expect(recent()).toEqual([harbor.id])
    await dispatch(switchConnection(to(harbor.id)))
    expect(live()).toEqual([harbor.id, ferry.id, lantern.id])
    expect(recent()).toEqual([])
    expect(asked().slice(-2)).toEqual([`restore ${harbor.id}`, `connect ${harbor.id}`])
  })

  test('to a wallet that is not stored but still grants accounts makes a new connection without a prompt', async () => {
    const { dispatch, evm, live, asked, heard } = severalWallets()
    evm.granted.set(harbor.id, { connectorId: harbor.id, caipNetworkId: 'eip155:1', accounts: accountsOf(harbor.id) })
    await dispatch(switchConnection(to(harbor.id)))
    expect(live()).toEqual([harbor.id])
    expect(asked()).toEqual([`restore ${harbor.id}`])
    expect(heard).toEqual(['eip155 connected'])
  })

  test('to a paired wallet whose session has ended fails, because no QR code would be visible', async () => {
    const phone = fakePairing()
    const { dispatch, live, family } = severalWallets({ pairing: phone as unknown as Pairing })
    await dispatch(connect(to(harbor.id)))
    for (const id of [WALLET_CONNECT_ID, WALLET_CONNECT_ID.toUpperCase()]) {
      await expect(dispatch(switchConnection(to(id)))).rejects.toMatchObject({ code: 'connection.connectorMissing' })
    }
    expect([live(), family()?.status, phone.calls.includes('prepare')]).toEqual([[harbor.id], 'connected', false])
  })

  test('to a paired wallet whose session is still valid needs no prompt', async () => {
    const phone = fakePairing()
    const { dispatch, live } = severalWallets({ pairing: phone as unknown as Pairing })
    const { address } = accountsOf(harbor.id)[0]
    phone.agree({
      eip155: { connectorId: WALLET_CONNECT_ID, caipNetworkId: 'eip155:1', accounts: [{ address }] },
    })
    expect(await dispatch(switchConnection(to(WALLET_CONNECT_ID)))).toBe('wallet')
    expect(live()).toEqual([WALLET_CONNECT_ID])
  })

  test('ends the pending request to another wallet, whatever the outcome of the switch', async () => {
    const { dispatch, evm, family } = await withThree()
    await dispatch(disconnect('eip155', harbor.id))
    const answer = evm.hold('connect')
    const connecting = dispatch(connect(to(harbor.id)))
    evm.fail('connect', 'rejected')
    const switching = dispatch(switchConnection(to('not there')))
    expect(family()).toMatchObject({ status: 'connected', error: { code: 'connection.modalClosed' } })
    await expect(switching).rejects.toMatchObject({ code: 'connection.rejected' })
    answer()
    await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(family()?.status).toBe('connected')
  })

  test('does not affect a pending request if the switch is impossible', async () => {
    const { dispatch, evm, live } = await withThree()
    await dispatch(disconnect('eip155', harbor.id))
    const answer = evm.hold('connect')
    const connecting = dispatch(connect(to(harbor.id)))
    await expect(dispatch(switchConnection({ ...to(lantern.id), address: 'none' }))).rejects.toMatchObject({
      code: 'connection.connectorMissing',
    })
    answer()
    await connecting
    expect(live()[0]).toBe(harbor.id)
  })

  test('to a wallet that refuses fails, and the active one stays', async () => {
    const { dispatch, evm, live, family } = await withThree()
    await dispatch(disconnect('eip155', harbor.id))
    evm.fail('connect', 'rejected')
    await expect(dispatch(switchConnection(to(harbor.id)))).rejects.toMatchObject({ code: 'connection.rejected' })
    expect(live()).toEqual([ferry.id, lantern.id])
    expect(family()?.status).toBe('connected')
  })

  test('with a late answer does not override a wallet that was chosen meanwhile', async () => {
    const { dispatch, evm, live } = await withThree()
    await dispatch(disconnect('eip155', harbor.id))
    const answer = evm.hold('restore')
    const late = dispatch(switchConnection(to(harbor.id)))
    await dispatch(switchConnection(to(lantern.id)))
    answer()
    await expect(late).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(live()).toEqual([lantern.id, ferry.id])
  })

  test('with a late answer does not bring back a family that was disconnected meanwhile', async () => {
    const { dispatch, evm, live, stored } = await withThree()
    await dispatch(disconnect('eip155', harbor.id))
    const answer = evm.hold('restore')
    const late = dispatch(switchConnection(to(harbor.id)))
    await dispatch(disconnect('eip155'))
    answer()
    await expect(late).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect([live(), stored()]).toEqual([[], []])
  })
})

describe('disconnecting', () => {
  test('the active wallet makes the previously used one active, also at the next visit', async () => {
    const parts = await withThree()
    await parts.dispatch(disconnect('eip155', ferry.id))
    expect(parts.live()).toEqual([lantern.id, harbor.id])
    expect(parts.heard.at(-1)).toBe('eip155 connected')
    expect(parts.stored()).toEqual([harbor.id, `${lantern.id}*`])
    expect((await nextVisit(parts)).address()).toBe(`${lantern.id}-first`)
  })

  test('a wallet that is not active leaves the active one unchanged', async () => {
    const { dispatch, live, stored, heard, asked } = await withThree()
    await dispatch(disconnect('eip155', harbor.id.toUpperCase()))
    expect(live()).toEqual([ferry.id, lantern.id])
    expect(stored()).toEqual([lantern.id, `${ferry.id}*`])
    expect(asked().at(-1)).toBe(`disconnect ${harbor.id}`)
    expect(heard).not.toContain('eip155 disconnected')
  })

  test("the last wallet ends the family's connection and removes the stored entry", async () => {
    const { dispatch, storage, family, heard } = await withThree()
    for (const { id } of EVM_WALLETS) await dispatch(disconnect('eip155', id))
    expect(family()).toEqual({ status: 'disconnected' })
    expect(storage.read('connections')).toBeUndefined()
    expect(heard.filter((event) => event === 'eip155 disconnected')).toHaveLength(1)
  })

  test('all wallets of a family notifies each of them once, and no wallet of another family', async () => {
    const { dispatch, live, asked, heard, recent } = await withThree()
    await dispatch(connect(to(dune.id, 'solana')))
    await dispatch(disconnect('eip155'))
    expect(live()).toEqual([])
    expect(live('solana')).toEqual([dune.id])
    expect(asked().slice(-3).toSorted()).toEqual(
      [ferry, harbor, lantern].map(({ id }) => `disconnect ${id}`).toSorted(),
    )
    expect(heard.filter((event) => event.endsWith('disconnected'))).toEqual(['eip155 disconnected'])
    expect(recent()).toEqual([ferry.id, lantern.id, harbor.id])
  })

  test('all wallets of a family makes none of the others active in between', async () => {
    const { dispatch, store, address } = await withThree()
    const seen = new Set<string | undefined>()
    store.subscribe(() => seen.add(address('eip155')))
    await dispatch(disconnect('eip155'))
    expect([...seen]).toEqual([`${ferry.id}-first`, undefined])
  })

  test('wallets that cannot be notified removes them nevertheless, and each of them is asked', async () => {
    const { dispatch, evm, live, asked } = await withThree()
    evm.fail('disconnect', 'failed')
    await expect(dispatch(disconnect('eip155'))).rejects.toMatchObject({ code: 'connection.disconnectFailed' })
    expect(live()).toEqual([])
    expect(asked().filter((call) => call.startsWith('disconnect'))).toHaveLength(3)
  })

  test('the only live wallet activates a stored wallet that has not been checked yet', async () => {
    const again = await nextVisit(await withThree())
    expect(again.live()).toEqual([ferry.id])
    await again.dispatch(disconnect('eip155', ferry.id))
    expect(again.live()).toEqual([lantern.id, harbor.id])
    expect(again.heard).toEqual(['eip155 connected'])
    expect(again.asked().filter((call) => call.startsWith('connect '))).toHaveLength(3)
  })

  test('the only live wallet removes and notifies it once, even if the next wallet is slow to answer', async () => {
    jest.useFakeTimers()
    try {
      const again = await nextVisit(await withThree())
      const { restore } = again.evm
      let answer = () => {}
      const gate = new Promise<void>((resolve) => {
        answer = resolve
      })
      const restoreLater: typeof restore = async (...args) => {
        await gate
        return restore(...args)
      }
      Object.assign(again.evm, { restore: restoreLater })
      const presses = [again.dispatch(disconnect('eip155', ferry.id)), again.dispatch(disconnect('eip155', ferry.id))]
      await jest.advanceTimersByTimeAsync(500)
      await Promise.all(presses)
      expect([again.live(), again.recent()]).toEqual([[], [ferry.id]])
      expect(again.asked().filter((call) => call.startsWith('disconnect'))).toEqual([`disconnect ${ferry.id}`])
      answer()
      await jest.advanceTimersByTimeAsync(0)
      expect(again.live()).toEqual([lantern.id, harbor.id])
    } finally {
      jest.useRealTimers()
    }
  })

  test('the active wallet does not end a pending request to another wallet', async () => {
    const { dispatch, evm, live, family } = await withThree()
    await dispatch(disconnect('eip155', harbor.id))
    const answer = evm.hold('connect')
    const connecting = dispatch(connect(to(harbor.id)))
    await dispatch(disconnect('eip155', ferry.id))
    expect(family()).toMatchObject({ status: 'connecting', connectorId: harbor.id })
    answer()
    await connecting
    expect(live()).toEqual([harbor.id, lantern.id])
  })
})

describe('the next visit', () => {
  test('restores the active wallet of each family, and asks none of the others', async () => {
    const before = await withThree()
    await before.dispatch(connect(to(dune.id, 'solana')))
    await before.dispatch(connect(to(ridge.id, 'solana')))
    const asked = before.asked().length
    const again = await nextVisit(before)
    expect([again.live(), again.live('solana')]).toEqual([[ferry.id], [ridge.id]])
    expect(again.asked().slice(asked)).toEqual([`restore ${ferry.id}`])
    expect(again.stored()).toEqual(before.stored())
  })

  test('lists the others when the list of wallets opens, in the order of their use', async () => {
    const again = await nextVisit(await withThree())
    await again.dispatch(findStoredConnections())
    expect(again.live()).toEqual([ferry.id, lantern.id, harbor.id])
    expect(again.asked().filter((call) => call.startsWith('connect '))).toHaveLength(3)
  })

  test('lists a wallet that no longer grants its connection as recent', async () => {
    const before = await withThree()
    before.evm.granted.delete(lantern.id)
    const again = await nextVisit(before)
    await again.dispatch(findStoredConnections())
    expect(again.live()).toEqual([ferry.id, harbor.id])
    expect(again.recent()).toEqual([lantern.id])
  })

  test('restores the previously used one if the active one is no longer granted', async () => {
    const before = await withThree()
    before.evm.granted.delete(ferry.id)
    const again = await nextVisit(before)
    expect(again.address()).toBe(`${lantern.id}-first`)
    expect(again.stored()).toEqual([`${lantern.id}*`, harbor.id])
    expect(again.recent()).toEqual([ferry.id])
  })

  test('does not list a wallet that is disconnected while it is being looked for', async () => {
    const again = await nextVisit(await withThree())
    const answer = again.evm.hold('restore')
    const looking = again.dispatch(findStoredConnections())
    await again.dispatch(disconnect('eip155'))
    answer()
    await looking
    expect([again.live(), again.stored()]).toEqual([[], []])
  })
})

describe('changes that a wallet reports', () => {
  async function watched() {
    const parts = await withThree()
    watchConnections(parts.store, parts.services)
    return parts
  }
  const [first, second] = accountsOf(ferry.id)

  test('keep the account that the visitor has chosen, as long as the wallet still shares it', async () => {
    const { dispatch, evm, address } = await watched()
    await dispatch(switchConnection({ ...to(ferry.id), address: second.address }))
    evm.say(ferry.id, { type: 'accounts', accounts: [first, second, { address: 'third' }] })
    expect(address()).toBe(second.address)
    evm.say(ferry.id, { type: 'accounts', accounts: [first, { address: 'third' }] })
    expect(address()).toBe(first.address)
  })

  test('make the account that the wallet itself puts first the active one, whatever was chosen before', async () => {
    const { dispatch, evm, address } = await watched()
    await dispatch(switchConnection({ ...to(ferry.id), address: second.address }))
    evm.say(ferry.id, { type: 'accounts', accounts: [{ address: 'third' }, first, second] })
    expect(address()).toBe('third')
    evm.say(ferry.id, { type: 'accounts', accounts: [first, second] })
    expect(address()).toBe(first.address)
  })

  test('do not move the page if the wallet is not the active one', async () => {
    const { evm, address, chosenId, stored } = await watched()
    evm.say(harbor.id, { type: 'network', caipNetworkId: polygon.caipNetworkId })
    evm.say(harbor.id, { type: 'accounts', accounts: [{ address: 'other' }] })
    expect([address(), chosenId()]).toEqual([`${ferry.id}-first`, ethereum.caipNetworkId])
    expect(stored()).toEqual([lantern.id, `${ferry.id}*`, harbor.id])
  })

  test('end a connection, which becomes a recent one; the next connection takes its place', async () => {
    const { evm, live, stored, recent, heard } = await watched()
    evm.say(ferry.id, { type: 'disconnected' })
    expect(live()).toEqual([lantern.id, harbor.id])
    expect(stored()).toEqual([harbor.id, `${lantern.id}*`])
    expect(recent()).toEqual([ferry.id])
    expect(heard).not.toContain('eip155 disconnected')
  })
})

test('switching the network does not wait for a silent wallet, which stays stored but is not listed', async () => {
  jest.useFakeTimers()
  try {
    const before = severalWallets({ evm: fakeAdapter({ connectors: EVM_WALLETS }) })
    await before.dispatch(connect(to(harbor.id)))
    await before.dispatch(connect(to(lantern.id)))
    const again = await nextVisit(before)
    again.evm.hold('restore')
    const looking = again.dispatch(findStoredConnections())
    await jest.advanceTimersByTimeAsync(5_000)
    await looking
    expect(again.live()).toEqual([lantern.id])
    expect(again.stored()).toEqual([harbor.id, `${lantern.id}*`])
    expect(again.recent()).toEqual([])
  } finally {
    jest.useRealTimers()
  }
})

test('a wallet that answers late is listed once it has answered', async () => {
  jest.useFakeTimers()
  try {
    const before = severalWallets()
    for (const { id } of [harbor, lantern]) await before.dispatch(connect(to(id)))
    const again = await nextVisit(before)
    const answer = again.evm.hold('restore')
    const looking = again.dispatch(findStoredConnections())
    await jest.advanceTimersByTimeAsync(5_000)
    await looking
    answer()
    await jest.advanceTimersByTimeAsync(0)
    expect(again.live()).toEqual([lantern.id, harbor.id])
  } finally {
    jest.useRealTimers()
  }
})

test.each(['code that does not come', 'a wallet that fails'])('%s removes nothing from storage', async (which) => {
  const again = await nextVisit(await withThree())
  const failing = async () => {
    throw new Error('not now')
  }
  Object.assign(again.evm, which.startsWith('code') ? { load: failing } : { restore: failing })
  await again.dispatch(findStoredConnections())
  expect([again.live(), again.recent()]).toEqual([[ferry.id], []])
  expect(again.stored()).toEqual([harbor.id, lantern.id, `${ferry.id}*`])
})

test('stored connections of a family without a network cause no error', async () => {
  const before = await withThree()
  await before.dispatch(connect(to(dune.id, 'solana')))
  const again = severalWallets(before)
  again.dispatch(networkRemoved(solana.caipNetworkId))
  await again.dispatch(findStoredConnections())
  expect([again.live(), again.live('solana')]).toEqual([[ferry.id, lantern.id, harbor.id], []])
  expect(again.stored()).toContain(`${dune.id}*`)
})
