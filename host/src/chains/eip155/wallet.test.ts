import { type ConnectionChange, isModalError, type Network } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  type FakeProvider,
  fakeProvider,
  OTHER_ADDRESS,
  polygon,
  walletError,
} from '@portico/contracts/testing'
import fc from 'fast-check'
import { connect, networkIdOf, restore, revoke, signMessage, switchNetwork, watch } from './wallet.ts'

const HARBOR = 'io.harbor'
/** The wallet is on the page's network, or the page has no preference. */
const ON = { network: ethereum }

/** Every kind of invalid wallet answer. */
const nonsense: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a text', ADDRESS],
  ['an empty list', []],
  ['a list of invalid addresses', ['0x123', 5, null, `${ADDRESS}00`, 'harbor.eth']],
  ['an object', { 0: ADDRESS, length: 1 }],
]

/** Stands for a revoked proxy, which throws on every access, because fast-check could not print one. */
const REVOKED = 'a revoked proxy'
const { proxy, revoke: end } = Proxy.revocable([], {})
end()
const real = (value: unknown) => (value === REVOKED ? proxy : value)

describe('connecting', () => {
  test("returns the wallet's accounts and network", async () => {
    const provider = fakeProvider({ accounts: [ADDRESS, OTHER_ADDRESS], chainId: '0x89' })
    expect(await connect(HARBOR, provider, ON)).toEqual({
      connectorId: HARBOR,
      accounts: [{ address: ADDRESS }, { address: OTHER_ADDRESS }],
      caipNetworkId: 'eip155:137',
    })
    expect(provider.methods).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  test('drops invalid addresses', async () => {
    const provider = fakeProvider({ accounts: ['<script>', ADDRESS, { toString: () => OTHER_ADDRESS }] })
    expect((await connect(HARBOR, provider, ON)).accounts).toEqual([{ address: ADDRESS }])
  })

  test.each(nonsense)('fails with a clear message when the wallet answers with %s', async (_, accounts) => {
    await expect(connect(HARBOR, fakeProvider({ accounts: accounts ?? null }), ON)).rejects.toMatchObject({
      code: 'connection.failed',
      message: 'Failed to connect',
    })
  })

  test.each([
    ['0x1', 'eip155:1'],
    ['0xaa36a7', 'eip155:11155111'],
    ['0XAA36A7', 'eip155:11155111'],
    ['137', 'eip155:137'],
    [137, 'eip155:137'],
  ])('reads a chain id of %p as %s', async (chainId, caipNetworkId) => {
    expect(await connect(HARBOR, fakeProvider({ chainId }), ON)).toMatchObject({ caipNetworkId })
  })

  test.each<[unknown]>([
    [null],
    [''],
    ['0x'],
    ['0x0'],
    [0],
    [-1],
    [1.5],
    [Number.NaN],
    ['1e3'],
    ['eip155:1'],
    ['0xffffffffffffffff'],
    [1n],
    [['0x1']],
    [{}],
    [Object.create(null)],
    [Symbol('chain')],
  ])('fails with a clear message when the chain id is %p', async (chainId) => {
    await expect(connect(HARBOR, fakeProvider({ chainId }), ON)).rejects.toMatchObject({ code: 'connection.failed' })
    expect(() => networkIdOf(chainId)).toThrow(expect.objectContaining({ code: 'connection.failed' }))
  })

  test.each([
    ['declines', walletError(4001), 'connection.rejected', 'Connection rejected'],
    ['is busy', walletError(-32002), 'connection.pending', 'A request is already waiting in your wallet'],
    ['is broken', walletError(-32603), 'connection.failed', 'Failed to connect'],
  ])('reports when the wallet %s', async (_, error, code, message) => {
    const provider = fakeProvider()
    provider.refuse('eth_requestAccounts', error)
    await expect(connect(HARBOR, provider, ON)).rejects.toMatchObject({ code, message, cause: error })
  })

  test('a wallet that answers without a promise works', async () => {
    const provider = { request: ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [ADDRESS]) }
    const { signal } = new AbortController()
    expect(await connect(HARBOR, provider as never, { ...ON, signal })).toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  test('a wallet that throws synchronously works', async () => {
    const provider = {
      request() {
        throw walletError(4001)
      },
    }
    await expect(
      connect(HARBOR, provider as never, { ...ON, signal: new AbortController().signal }),
    ).rejects.toMatchObject({
      code: 'connection.rejected',
    })
  })

  describe('while the wallet is deciding', () => {
    function undecided() {
      const provider = fakeProvider()
      let decide: (accounts: unknown) => void = () => {}
      provider.answer('eth_requestAccounts', () => new Promise((resolve) => (decide = resolve)))
      return { provider, decide: (accounts: unknown) => decide(accounts) }
    }

    test("going back ends the wait, and the wallet's late answer is ignored", async () => {
      const { provider, decide } = undecided()
      const life = new AbortController()
      const connecting = connect(HARBOR, provider, { ...ON, signal: life.signal })
      life.abort()
      await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
      decide([ADDRESS])
      await Promise.resolve()
      expect(provider.methods).toEqual(['eth_requestAccounts'])
    })

    test('a late rejection is ignored too', async () => {
      const { provider, decide } = undecided()
      const life = new AbortController()
      const connecting = connect(HARBOR, provider, { ...ON, signal: life.signal })
      life.abort()
      await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
      decide(Promise.reject(walletError(4001)))
      await new Promise((done) => setTimeout(done))
    })

    test('a visitor who has already left does not wait', async () => {
      const { provider } = undecided()
      await expect(connect(HARBOR, provider, { ...ON, signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'connection.modalClosed',
      })
    })
  })

  describe('chains.md, pitfall 2: with a requested network', () => {
    const TO_POLYGON = { network: polygon, isWanted: true }
    const switches = ({ methods }: FakeProvider) => methods.filter((method) => method.startsWith('wallet_'))

    test('the wallet is asked to switch, once', async () => {
      const provider = fakeProvider()
      expect(await connect(HARBOR, provider, TO_POLYGON)).toMatchObject({ caipNetworkId: 'eip155:137' })
      expect(switches(provider)).toEqual(['wallet_switchEthereumChain'])
    })

    test('the network is added if the wallet does not know it', async () => {
      const provider = fakeProvider({ chains: ['0x1'] })
      expect(await connect(HARBOR, provider, TO_POLYGON)).toMatchObject({ caipNetworkId: 'eip155:137' })
      expect(switches(provider)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
    })

    test('the wallet is not asked to switch if it is already on the network', async () => {
      const provider = fakeProvider({ chainId: '137' })
      expect(await connect(HARBOR, provider, TO_POLYGON)).toMatchObject({ caipNetworkId: 'eip155:137' })
      expect(switches(provider)).toEqual([])
    })

    test('the wallet is not asked to switch if no network was requested', async () => {
      const provider = fakeProvider()
      expect(await connect(HARBOR, provider, { network: polygon })).toMatchObject({ caipNetworkId: 'eip155:1' })
      expect(switches(provider)).toEqual([])
    })

    test.each([
      ['declines', walletError(4001)],
      ['is busy', walletError(-32002)],
      ['cannot', walletError(4200)],
      ['throws something other than an Error', 'no'],
    ])('a wallet that %s is connected on its own network', async (_, error) => {
      const provider = fakeProvider()
      provider.refuse('wallet_switchEthereumChain', error)
      provider.refuse('wallet_addEthereumChain', error)
      expect(await connect(HARBOR, provider, TO_POLYGON)).toEqual({
        connectorId: HARBOR,
        accounts: [{ address: ADDRESS }],
        caipNetworkId: 'eip155:1',
      })
    })

    test('a wallet that never answers the request to switch is connected on its own network', async () => {
      jest.useFakeTimers()
      try {
        const provider = fakeProvider()
        provider.answer('wallet_switchEthereumChain', () => new Promise(() => {}))
        const connecting = connect(HARBOR, provider, TO_POLYGON)
        await jest.advanceTimersByTimeAsync(30_000)
        expect(await connecting).toMatchObject({ caipNetworkId: 'eip155:1' })
      } finally {
        jest.useRealTimers()
      }
    })

    test('going back while the wallet is asked to switch prevents the connection', async () => {
      const provider = fakeProvider()
      const life = new AbortController()
      provider.answer('wallet_switchEthereumChain', () => {
        life.abort()
        return new Promise(() => {})
      })
      await expect(connect(HARBOR, provider, { ...TO_POLYGON, signal: life.signal })).rejects.toMatchObject({
        code: 'connection.modalClosed',
      })
    })
  })
})

describe('restoring', () => {
  test('restores the accounts and the network that the wallet still grants', async () => {
    expect(await restore(HARBOR, fakeProvider({ chainId: '0x89' }))).toEqual({
      connectorId: HARBOR,
      accounts: [{ address: ADDRESS }],
      caipNetworkId: 'eip155:137',
    })
  })

  test('never causes a prompt', async () => {
    const granting = fakeProvider()
    const locked = fakeProvider({ accounts: [] })
    await restore(HARBOR, granting)
    await restore(HARBOR, locked)
    expect(granting.methods).toEqual(['eth_accounts', 'eth_chainId'])
    expect(locked.methods).toEqual(['eth_accounts'])
  })

  test.each(nonsense)('finds no connection when the wallet answers with %s', async (_, accounts) => {
    expect(await restore(HARBOR, fakeProvider({ accounts: accounts ?? null }))).toBeUndefined()
  })

  test('finds no connection if the wallet refuses, or has no network', async () => {
    const refusing = fakeProvider()
    refusing.refuse('eth_accounts', walletError(4100))
    expect(await restore(HARBOR, refusing)).toBeUndefined()
    expect(await restore(HARBOR, fakeProvider({ chainId: null }))).toBeUndefined()
  })
})

describe('revoking the permission', () => {
  test('uses EIP-2255', async () => {
    const provider = fakeProvider()
    await revoke(provider)
    expect(provider.requests).toEqual([{ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }])
  })

  test('causes no error if the wallet does not support it', async () => {
    const provider = fakeProvider()
    provider.refuse('wallet_revokePermissions', walletError(4200))
    await expect(revoke(provider)).resolves.toBeUndefined()
  })

  test('does not wait for a wallet that never answers', async () => {
    jest.useFakeTimers()
    const revoking = revoke({ ...fakeProvider(), request: () => new Promise(() => {}) })
    await jest.advanceTimersByTimeAsync(3_000)
    await expect(revoking).resolves.toBeUndefined()
    jest.useRealTimers()
  })
})

describe('watching', () => {
  function watched(provider: FakeProvider = fakeProvider()) {
    const changes: ConnectionChange[] = []
    const life = new AbortController()
    watch(provider, (change) => void changes.push(change), life.signal)
    return { provider, changes, life }
  }

  test('reports the accounts that the wallet grants now', () => {
    const { provider, changes } = watched()
    provider.emit('accountsChanged', [OTHER_ADDRESS, 'nonsense', ADDRESS])
    expect(changes).toEqual([{ type: 'accounts', accounts: [{ address: OTHER_ADDRESS }, { address: ADDRESS }] }])
  })

  test('reports a disconnect when the wallet no longer grants any account', () => {
    const { provider, changes } = watched()
    provider.emit('accountsChanged', [])
    expect(changes).toEqual([{ type: 'disconnected' }])
  })

  describe('a wallet that reports losing its chain', () => {
    const settled = () => new Promise((done) => setTimeout(done))

    test.each([[1013], [4900]])('(%d) stays connected as long as it grants its accounts', async (code) => {
      const { provider, changes } = watched()
      provider.emit('disconnect', walletError(code))
      await settled()
      expect(changes).toEqual([])
      expect(provider.methods).toEqual(['eth_accounts'])
    })

    test.each<[string, (provider: FakeProvider) => void]>([
      ['grants nothing any more', (provider) => provider.answer('eth_accounts', () => [])],
      ['fails to report its accounts', (provider) => provider.refuse('eth_accounts', walletError(4900))],
      ['reports no valid address', (provider) => provider.answer('eth_accounts', () => ({ accounts: 1 }))],
    ])('is disconnected if it then %s', async (_, prepare) => {
      const { provider, changes } = watched()
      prepare(provider)
      provider.emit('disconnect', walletError(1013))
      await settled()
      expect(changes).toEqual([{ type: 'disconnected' }])
    })

    test('is disconnected if it does not answer when asked for its accounts', async () => {
      jest.useFakeTimers()
      try {
        const { provider, changes } = watched()
        provider.answer('eth_accounts', () => new Promise(() => {}))
        provider.emit('disconnect', walletError(1013))
        await jest.advanceTimersByTimeAsync(3_000)
        expect(changes).toEqual([{ type: 'disconnected' }])
      } finally {
        jest.useRealTimers()
      }
    })

    test('stays connected if it then reports an account: the pending request no longer counts', async () => {
      const { provider, changes } = watched()
      let answer: (accounts: unknown) => void = () => {}
      provider.answer('eth_accounts', () => new Promise((resolve) => (answer = resolve)))
      provider.emit('disconnect', walletError(1013))
      provider.emit('accountsChanged', [OTHER_ADDRESS])
      answer([])
      await settled()
      expect(changes).toEqual([{ type: 'accounts', accounts: [{ address: OTHER_ADDRESS }] }])
    })
  })

  test.each([[undefined], [null], [42], ['noise'], [{}], [[{}]], [[42, null]]])(
    'an invalid account list (%j) does not end the connection',
    async (payload) => {
      const { provider, changes } = watched()
      provider.emit('accountsChanged', payload)
      await new Promise((done) => setTimeout(done))
      expect(changes).toEqual([])
    },
  )

  test('reports the network that the wallet has switched to', () => {
    const { provider, changes } = watched()
    provider.emit('chainChanged', '0x89')
    provider.emit('chainChanged', 10)
    expect(changes).toEqual([
      { type: 'network', caipNetworkId: 'eip155:137' },
      { type: 'network', caipNetworkId: 'eip155:10' },
    ])
  })

  test('an unreadable chain id changes nothing', () => {
    const { provider, changes } = watched()
    for (const chainId of [undefined, null, '', '0x', {}, Object.create(null), Symbol('x')]) {
      provider.emit('chainChanged', chainId)
    }
    expect(changes).toEqual([])
  })

  test('removes exactly the listeners that it added, and none of the page’s', () => {
    const provider = fakeProvider()
    const ofThePage = () => {}
    provider.on('accountsChanged', ofThePage)
    const { life, changes } = watched(provider)
    expect(provider.listeners).toHaveLength(4)
    life.abort()
    expect(provider.listeners).toEqual([{ event: 'accountsChanged', listener: ofThePage }])
    provider.emit('accountsChanged', [OTHER_ADDRESS])
    expect(changes).toEqual([])
  })

  test('a wallet without events reports nothing, without an error', () => {
    const life = new AbortController()
    watch({ request: async () => null }, () => {}, life.signal)
    life.abort()
  })

  test('a wallet whose events throw causes no error', () => {
    const throws = () => {
      throw new Error('not implemented')
    }
    const life = new AbortController()
    watch({ request: async () => null, on: throws, removeListener: throws }, () => {}, life.signal)
    life.abort()
  })

  test('whatever a wallet emits, nothing breaks, and only addresses and networks result', () => {
    const { provider, changes } = watched()
    const payload = fc.oneof(
      fc.anything(),
      fc.array(fc.oneof(fc.anything(), fc.constant(ADDRESS))),
      fc.constant(REVOKED),
    )
    fc.assert(
      fc.property(fc.constantFrom('accountsChanged', 'chainChanged', 'disconnect'), payload, (event, given) => {
        changes.length = 0
        provider.emit(event, real(given))
        for (const change of changes) {
          if (change.type === 'accounts') expect(change.accounts.every(({ address }) => address === ADDRESS)).toBe(true)
          else if (change.type === 'network') expect(change.caipNetworkId).toMatch(/^eip155:[1-9]\d*$/)
          else expect(change).toEqual({ type: 'disconnected' })
        }
      }),
    )
  })
})

describe('signing a message', () => {
  test('uses the encoding of personal_sign', async () => {
    const provider = fakeProvider()
    expect(await signMessage(provider, ADDRESS, 'héllo')).toBe('0x5160')
    expect(provider.requests[0]).toEqual({ method: 'personal_sign', params: ['0x68c3a96c6c6f', ADDRESS] })
  })

  test.each([
    ['the visitor declined', walletError(4001), 'connection.requestRejected'],
    ['a request is waiting', walletError(-32002), 'connection.pending'],
    ['the wallet is broken', new Error('boom'), 'connection.requestFailed'],
  ])('reports why there is no signature: %s', async (_, error, code) => {
    const provider = fakeProvider()
    provider.refuse('personal_sign', error)
    await expect(signMessage(provider, ADDRESS, 'hello')).rejects.toMatchObject({ code })
  })

  test('accepts only text as a signature', async () => {
    const provider = fakeProvider()
    provider.answer('personal_sign', () => ({ r: 1 }))
    await expect(signMessage(provider, ADDRESS, 'hello')).rejects.toMatchObject({ code: 'connection.requestFailed' })
  })
})

describe('switching the network', () => {
  const SWITCH = 'wallet_switchEthereumChain'
  const ADD = 'wallet_addEthereumChain'
  const unknown: Network = { ...polygon, id: 4242, caipNetworkId: 'eip155:4242', name: 'Harbour chain' }

  test('asks the wallet, and resolves once the wallet has switched', async () => {
    const provider = fakeProvider()
    await switchNetwork(provider, polygon)
    expect(provider.requests[0]).toEqual({ method: SWITCH, params: [{ chainId: '0x89' }] })
    expect(provider.methods).toEqual([SWITCH, 'eth_chainId'])
  })

  test.each([4902, 5000, 32603, -32603])('§4, code %d: the network is added', async (code) => {
    const provider = fakeProvider()
    provider.refuse(SWITCH, walletError(code))
    await switchNetwork(provider, unknown)
    expect(provider.methods.slice(0, 2)).toEqual([SWITCH, ADD])
  })

  test.each([4902, 5000, 32603, -32603])('§4, code %d inside another error: the network is added', async (code) => {
    const provider = fakeProvider()
    provider.refuse(SWITCH, walletError(-1, 'Failed', { data: { originalError: { code } } }))
    await switchNetwork(provider, unknown)
    expect(provider.methods.slice(0, 2)).toEqual([SWITCH, ADD])
  })

  test('EIP-3085: the wallet gets name, currency, endpoint and explorer, and no empty fields', async () => {
    const provider = fakeProvider()
    await switchNetwork(provider, unknown)
    await switchNetwork(provider, { ...ethereum, id: 4243, caipNetworkId: 'eip155:4243' })
    const [without, withExplorer] = provider.requests.filter(({ method }) => method === ADD).map(({ params }) => params)
    expect(without).toEqual([
      {
        chainId: '0x1092',
        chainName: 'Harbour chain',
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        rpcUrls: ['https://rpc.example/137'],
      },
    ])
    expect(withExplorer).toMatchObject([{ blockExplorerUrls: ['https://explorer.example'] }])
  })

  test('a wallet that adds a network without switching is asked to switch once more', async () => {
    const provider = fakeProvider({ isOnAddedChain: false })
    await switchNetwork(provider, unknown)
    expect(provider.methods).toEqual([SWITCH, ADD, 'eth_chainId', SWITCH, 'eth_chainId'])
  })

  test.each([
    ['4001', walletError(4001)],
    ['5002', walletError(5002)],
    ['5000 with the text of a rejection', walletError(5000, 'User rejected')],
    ['4001 inside -32603', walletError(-32603, '', { data: { originalError: { code: 4001 } } })],
  ])('a declined switch is reported and adds nothing: %s', async (_, error) => {
    const provider = fakeProvider()
    provider.refuse(SWITCH, error)
    await expect(switchNetwork(provider, polygon)).rejects.toMatchObject({
      code: 'chain.switchDeclined',
      message: 'Switch declined',
    })
    expect(provider.methods).toEqual([SWITCH])
  })

  test('-32002 is reported as a request that is pending in the wallet', async () => {
    const provider = fakeProvider()
    provider.refuse(SWITCH, walletError(-32002))
    await expect(switchNetwork(provider, polygon)).rejects.toMatchObject({ code: 'connection.pending' })
  })

  test('-32002 is reported in the same way when the wallet returns it for adding the network', async () => {
    const provider = fakeProvider()
    provider.refuse(ADD, walletError(-32002))
    await expect(switchNetwork(provider, unknown)).rejects.toMatchObject({ code: 'connection.pending' })
  })

  test('no other failure is reported as an unsupported network', async () => {
    const provider = fakeProvider()
    provider.refuse(SWITCH, walletError(4900, 'Disconnected'))
    await expect(switchNetwork(provider, polygon)).rejects.toMatchObject({ code: 'connection.requestFailed' })
  })

  test.each([
    ['fails', walletError(-32602)],
    ['still does not know it', walletError(4902)],
    ['answers with an internal error', walletError(-32603)],
  ])("§4: if adding %s, the error is 'Chain is not supported'", async (_, error) => {
    const provider = fakeProvider()
    provider.refuse(ADD, error)
    await expect(switchNetwork(provider, unknown)).rejects.toMatchObject({
      code: 'chain.unsupported',
      message: 'Chain is not supported',
    })
  })

  test('declining to add the network declines the switch', async () => {
    const provider = fakeProvider()
    provider.refuse(ADD, walletError(4001))
    await expect(switchNetwork(provider, unknown)).rejects.toMatchObject({ code: 'chain.switchDeclined' })
  })

  test('a wallet that resolves but stays on its network counts as not switched', async () => {
    const provider = fakeProvider()
    provider.answer(SWITCH, () => null)
    await expect(switchNetwork(provider, polygon)).rejects.toMatchObject({ code: 'chain.switchDeclined' })
  })

  test('a wallet that resolves but cannot report its network is trusted', async () => {
    const provider = fakeProvider()
    provider.answer('eth_chainId', () => null)
    await expect(switchNetwork(provider, polygon)).resolves.toBeUndefined()
  })
})

test('whatever a wallet answers or throws, the result is a connection or one clear error', async () => {
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withTypedArray: true }),
    fc.constantFrom<unknown>([ADDRESS], '0x1', Symbol('x'), () => {}, REVOKED),
  )
  const answer = fc.record({ value, throws: fc.boolean() })
  const methods = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'personal_sign', 'wallet_revokePermissions']
  const answers = fc.array(answer, { minLength: 7, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(answers, async (given) => {
      const provider = fakeProvider()
      for (const [index, method] of [...methods, 'wallet_switchEthereumChain', 'wallet_addEthereumChain'].entries()) {
        const one = given[index]
        provider.answer(method, () => {
          if (one?.throws) throw real(one.value)
          return real(one?.value)
        })
      }
      const outcomes = await Promise.allSettled([
        connect(HARBOR, provider, ON),
        connect(HARBOR, provider, { network: polygon, isWanted: true, signal: new AbortController().signal }),
        signMessage(provider, ADDRESS, 'hello'),
        switchNetwork(provider, polygon),
      ])
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(isModalError(outcome.reason)).toBe(true)
      }
      const restored = await restore(HARBOR, provider)
      if (restored) expect(restored.accounts.every(({ address }) => /^0x[0-9a-fA-F]{40}$/.test(address))).toBe(true)
      await revoke(provider)
    }),
    { numRuns: 200 },
  )
})
