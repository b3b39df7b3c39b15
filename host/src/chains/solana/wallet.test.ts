import { type ConnectionChange, isModalError, type Network } from '@portico/contracts'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import {
  FAKE_SIGNATURE,
  type FakeFeature,
  fakeSolanaWallet,
  OTHER_SOLANA_ADDRESS,
  SOLANA_ADDRESS,
  solana,
  walletError,
} from '@portico/contracts/testing'
import fc from 'fast-check'
import { createProvider } from './provider.ts'
import { standardWallet } from './standardWallet.ts'
import { connect, disconnect, restore, signMessage, watch } from './wallet.ts'

// Tests with many wallets are slow on a busy machine.
jest.setTimeout(30_000)

const HARBOR = 'Harbor'
const testnet: Network = { ...solana, caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' }

/** An installed wallet, and our interface to it. */
function harbor(options: Parameters<typeof fakeSolanaWallet>[0] = {}) {
  const fake = fakeSolanaWallet(options)
  return { fake, wallet: standardWallet(fake.wallet) }
}

const never = () => new Promise(() => {})

/** Every kind of invalid wallet answer. */
const nonsense: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a text', SOLANA_ADDRESS],
  ['a list', [SOLANA_ADDRESS]],
  ['an object without accounts', {}],
  ['no account', { accounts: [] }],
  ['accounts that are texts', { accounts: [SOLANA_ADDRESS] }],
  [
    'an account of another chain',
    { accounts: [{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', chains: ['solana:mainnet'] }] },
  ],
  ['an account that serves another chain', { accounts: [{ address: SOLANA_ADDRESS, chains: ['bitcoin:mainnet'] }] }],
]

describe('connecting', () => {
  test("returns all accounts of the wallet, on the page's network", async () => {
    const { fake, wallet } = harbor({ addresses: [OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS] })
    expect(await connect(HARBOR, wallet, solana)).toEqual({
      connectorId: HARBOR,
      accounts: [{ address: OTHER_SOLANA_ADDRESS }, { address: SOLANA_ADDRESS }],
      caipNetworkId: solana.caipNetworkId,
    })
    expect(fake.asked).toEqual(['standard:connect'])
  })

  test('the wallet is asked synchronously', () => {
    const { fake, wallet } = harbor()
    void connect(HARBOR, wallet, solana)
    expect(fake.asked).toEqual(['standard:connect'])
  })

  test('drops accounts of other families', async () => {
    const { fake, wallet } = harbor()
    const mine = { address: SOLANA_ADDRESS, chains: ['solana:mainnet'] }
    fake.answer('standard:connect', () => ({
      accounts: [{ address: 'bc1q', chains: ['bitcoin:mainnet'] }, null, mine],
    }))
    expect((await connect(HARBOR, wallet, solana)).accounts).toEqual([{ address: SOLANA_ADDRESS }])
  })

  test.each(nonsense)('fails with a clear message when the wallet answers with %s', async (_, answer) => {
    const { fake, wallet } = harbor()
    fake.answer('standard:connect', () => answer)
    await expect(connect(HARBOR, wallet, solana)).rejects.toMatchObject({
      code: 'connection.failed',
      message: 'Failed to connect',
    })
  })

  test('uses an account as it was when read, not as it changes later', async () => {
    const { fake, wallet } = harbor()
    const addresses = [SOLANA_ADDRESS, '<script>']
    const account = {
      get address() {
        return addresses.shift()
      },
      chains: ['solana:mainnet'],
    }
    fake.answer('standard:connect', () => ({ accounts: [account] }))
    expect((await connect(HARBOR, wallet, solana)).accounts).toEqual([{ address: SOLANA_ADDRESS }])
  })

  test('is not slowed down by a wallet with too many accounts', async () => {
    const { fake, wallet } = harbor()
    const accounts = new Array(2 ** 32 - 1)
    accounts[0] = { address: SOLANA_ADDRESS, chains: ['solana:mainnet'] }
    fake.answer('standard:connect', () => ({ accounts }))
    expect((await connect(HARBOR, wallet, solana)).accounts).toEqual([{ address: SOLANA_ADDRESS }])
  })

  test("a wallet that does not serve the page's network is not asked", async () => {
    const { fake, wallet } = harbor()
    await expect(connect(HARBOR, wallet, testnet)).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
    expect(fake.asked).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['4001', walletError(4001, 'User rejected the request.'), 'connection.rejected'],
    ['a rejection in words', new Error('User rejected the request.'), 'connection.rejected'],
    ['-32002', walletError(-32002), 'connection.pending'],
    ['anything else', new Error('The extension was updated'), 'connection.failed'],
    ['undefined', undefined, 'connection.failed'],
  ])('pitfall 45: only a rejection counts as a rejection: %s', async (_, error, code) => {
    const { fake, wallet } = harbor()
    fake.refuse('standard:connect', error)
    await expect(connect(HARBOR, wallet, solana)).rejects.toMatchObject({ code })
  })

  test("going back ends the wait, and the wallet's late answer is ignored", async () => {
    const { fake, wallet } = harbor()
    fake.answer('standard:connect', never)
    const back = new AbortController()
    const connecting = connect(HARBOR, wallet, solana, back.signal)
    back.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
  })
})

describe('restoring a connection', () => {
  test('connects without a prompt if the wallet still grants its accounts', async () => {
    const { fake, wallet } = harbor({ isGranted: true })
    expect(await restore(HARBOR, wallet, solana)).toMatchObject({ accounts: [{ address: SOLANA_ADDRESS }] })
    expect(fake.requests).toEqual([{ feature: 'standard:connect', inputs: [{ silent: true }] }])
  })

  test('finds no connection if the wallet grants nothing, and sends no other request', async () => {
    const { fake, wallet } = harbor()
    expect(await restore(HARBOR, wallet, solana)).toBeUndefined()
    expect(fake.requests).toEqual([{ feature: 'standard:connect', inputs: [{ silent: true }] }])
  })

  test('finds no connection if the wallet fails or does not serve the network', async () => {
    const { fake, wallet } = harbor({ isGranted: true })
    expect(await restore(HARBOR, wallet, testnet)).toBeUndefined()
    fake.refuse('standard:connect', walletError(4001))
    expect(await restore(HARBOR, wallet, solana)).toBeUndefined()
  })
})

describe('disconnecting', () => {
  test('revokes the permission', async () => {
    const { fake, wallet } = harbor()
    await connect(HARBOR, wallet, solana)
    await disconnect(wallet)
    expect(fake.asked).toEqual(['standard:connect', 'standard:disconnect'])
    expect(wallet.accounts()).toEqual([])
  })

  test('a wallet that cannot disconnect, or fails to, is simply dropped', async () => {
    await disconnect(harbor({ without: ['standard:disconnect'] }).wallet)
    const { fake, wallet } = harbor()
    fake.refuse('standard:disconnect', new Error('no'))
    await disconnect(wallet)
    expect(fake.asked).toEqual(['standard:disconnect'])
  })

  test('does not wait for a wallet that does not answer', async () => {
    jest.useFakeTimers()
    const { fake, wallet } = harbor()
    fake.answer('standard:disconnect', never)
    const leaving = disconnect(wallet)
    await jest.advanceTimersByTimeAsync(3_000)
    await leaving
    jest.useRealTimers()
  })
})

describe('events of a wallet', () => {
  function watched() {
    const { fake, wallet } = harbor()
    const changes: ConnectionChange[] = []
    const life = new AbortController()
    watch(wallet, (change) => void changes.push(change), life.signal)
    return { fake, changes, life, wallet }
  }

  test('put the newly active account first', () => {
    const { fake, changes } = watched()
    fake.setAccounts([OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS])
    expect(changes).toEqual([
      { type: 'accounts', accounts: [{ address: OTHER_SOLANA_ADDRESS }, { address: SOLANA_ADDRESS }] },
    ])
  })

  describe('an empty account list', () => {
    const settled = () => new Promise((done) => setTimeout(done))

    test('ends the connection if a silent request confirms it', async () => {
      const { fake, changes } = watched()
      fake.setAccounts([])
      await settled()
      expect(changes).toEqual([{ type: 'disconnected' }])
      expect(fake.requests.at(-1)).toEqual({ feature: 'standard:connect', inputs: [{ silent: true }] })
    })

    test('chains.md §3.7: does not end the connection if an account is still granted', async () => {
      const { fake, changes } = watched()
      fake.answer('standard:connect', () => ({
        accounts: [{ address: OTHER_SOLANA_ADDRESS, chains: ['solana:mainnet'] }],
      }))
      fake.setAccounts([])
      await settled()
      expect(changes).toEqual([{ type: 'accounts', accounts: [{ address: OTHER_SOLANA_ADDRESS }] }])
    })

    test('ends the connection if the wallet does not answer', async () => {
      jest.useFakeTimers()
      try {
        const { fake, changes } = watched()
        fake.answer('standard:connect', never)
        fake.setAccounts([])
        fake.setAccounts([])
        await jest.advanceTimersByTimeAsync(3_000)
        expect(changes).toEqual([{ type: 'disconnected' }])
        expect(fake.asked.filter((feature) => feature === 'standard:connect')).toHaveLength(1)
      } finally {
        jest.useRealTimers()
      }
    })

    test('does not end the connection if an account follows: the earlier request no longer counts', async () => {
      const { fake, changes } = watched()
      let answer: (given: unknown) => void = () => {}
      fake.answer('standard:connect', () => new Promise((resolve) => (answer = resolve)))
      fake.setAccounts([])
      fake.setAccounts([OTHER_SOLANA_ADDRESS])
      answer({ accounts: [] })
      await settled()
      expect(changes).toEqual([{ type: 'accounts', accounts: [{ address: OTHER_SOLANA_ADDRESS }] }])
    })

    test('is trusted after we have disconnected, because a wallet may silently grant its accounts again', async () => {
      const { fake, changes, wallet } = watched()
      fake.answer('standard:connect', () => ({ accounts: [{ address: SOLANA_ADDRESS, chains: ['solana:mainnet'] }] }))
      await disconnect(wallet)
      fake.setAccounts([])
      await settled()
      expect(changes.at(-1)).toEqual({ type: 'disconnected' })
      expect(fake.asked).not.toContain('standard:connect')
    })
  })

  test.each<[string, object]>([
    ['that only concerns its features', { features: {} }],
    ['that only concerns its chains', { chains: ['solana:devnet'] }],
    ['that is unreadable', { accounts: 'all of them' }],
    ['that is empty', {}],
  ])('leave the accounts unchanged if the reported change is one %s', (_, change) => {
    const { fake, changes } = watched()
    fake.emit(change)
    expect(changes).toEqual([])
  })

  test('are ignored once the watcher has aborted', () => {
    const { fake, changes, life } = watched()
    life.abort()
    fake.setAccounts([])
    expect(changes).toEqual([])
    expect(fake.listeners.size).toBe(0)
  })

  test('count as none if subscribing to them throws', () => {
    const { fake, wallet } = harbor()
    fake.refuse('standard:events', new Error('no'))
    const life = new AbortController()
    expect(() => watch(wallet, () => {}, life.signal)).not.toThrow()
    life.abort()
  })
})

describe('signing a message', () => {
  test('passes the text as UTF-8, and returns the signature in base58', async () => {
    const { fake, wallet } = harbor()
    await connect(HARBOR, wallet, solana)
    expect(await signMessage(wallet, SOLANA_ADDRESS, 'héllo')).toBe(encodeBase58(FAKE_SIGNATURE))
    expect(fake.requests.at(-1)).toMatchObject({
      feature: 'solana:signMessage',
      inputs: [{ account: { address: SOLANA_ADDRESS }, message: new TextEncoder().encode('héllo') }],
    })
  })

  test('uses the requested account, not the first', async () => {
    const { fake, wallet } = harbor({ addresses: [OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS] })
    await connect(HARBOR, wallet, solana)
    await signMessage(wallet, SOLANA_ADDRESS, 'hello')
    expect(fake.requests.at(-1)?.inputs).toMatchObject([{ account: { address: SOLANA_ADDRESS } }])
  })

  test.each<[string, unknown, string]>([
    ['the visitor declined', walletError(4001), 'connection.requestRejected'],
    ['declined, in words', new Error('User rejected the request.'), 'connection.requestRejected'],
    ['a request is waiting', walletError(-32002), 'connection.pending'],
    ['the node refused', walletError(-32003), 'connection.requestFailed'],
  ])('reports why there is no signature: %s', async (_, error, code) => {
    const { fake, wallet } = harbor()
    await connect(HARBOR, wallet, solana)
    fake.refuse('solana:signMessage', error)
    await expect(signMessage(wallet, SOLANA_ADDRESS, 'hello')).rejects.toMatchObject({ code, cause: error })
  })

  test.each<[string, unknown]>([
    ['not a list', FAKE_SIGNATURE],
    ['an empty list', []],
    ['too many', [{ signature: FAKE_SIGNATURE }, { signature: FAKE_SIGNATURE }]],
    ['a text', [{ signature: 'signed' }]],
    ['too few bytes', [{ signature: FAKE_SIGNATURE.subarray(1) }]],
    ['a null entry', [null]],
  ])('accepts only 64 bytes as a signature: %s', async (_, answer) => {
    const { fake, wallet } = harbor()
    await connect(HARBOR, wallet, solana)
    fake.answer('solana:signMessage', () => answer)
    await expect(signMessage(wallet, SOLANA_ADDRESS, 'hello')).rejects.toMatchObject({
      code: 'connection.requestFailed',
    })
  })

  test('an account that the wallet no longer shows cannot sign', async () => {
    const { wallet } = harbor()
    await connect(HARBOR, wallet, solana)
    await expect(signMessage(wallet, OTHER_SOLANA_ADDRESS, 'hello')).rejects.toMatchObject({
      code: 'connection.requestFailed',
    })
  })

  test('fails with an error that says so if the wallet lacks this feature', async () => {
    const { wallet } = harbor({ without: ['solana:signMessage'] })
    await connect(HARBOR, wallet, solana)
    await expect(signMessage(wallet, SOLANA_ADDRESS, 'hello')).rejects.toMatchObject({
      code: 'connection.requestFailed',
    })
  })
})

test('whatever a wallet answers or throws, the result is a connection or one clear error', async () => {
  /** Stands for a revoked proxy, which throws on every access, because fast-check could not print one. */
  const REVOKED = 'a revoked proxy'
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const account = { address: SOLANA_ADDRESS, chains: ['solana:mainnet'] }
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withTypedArray: true }),
    fc.constantFrom<unknown>({ accounts: [account] }, { accounts: REVOKED }, [{ signature: FAKE_SIGNATURE }], REVOKED),
  )
  const real = (given: unknown): unknown =>
    given === REVOKED
      ? proxy
      : (given as { accounts?: unknown } | null)?.accounts === REVOKED
        ? { accounts: proxy }
        : given
  const features: FakeFeature[] = [
    'standard:connect',
    'standard:disconnect',
    'standard:events',
    'solana:signMessage',
    'solana:signTransaction',
    'solana:signAndSendTransaction',
  ]
  const answers = fc.array(fc.record({ value, throws: fc.boolean() }), {
    minLength: features.length,
    maxLength: features.length,
  })
  await fc.assert(
    fc.asyncProperty(answers, async (given) => {
      const { fake, wallet } = harbor()
      await connect(HARBOR, wallet, solana)
      for (const [index, feature] of features.entries()) {
        const one = given[index]
        fake.answer(feature, () => {
          if (one?.throws) throw real(one.value)
          return real(one?.value)
        })
      }
      const provider = createProvider(wallet, () => solana)
      const outcomes = await Promise.allSettled([
        connect(HARBOR, wallet, solana),
        signMessage(wallet, SOLANA_ADDRESS, 'hello'),
        provider.signMessage(Uint8Array.of(1)),
        provider.signTransaction(Uint8Array.of(1)),
        provider.signAllTransactions([Uint8Array.of(1), Uint8Array.of(2)]),
        provider.signAndSendTransaction(Uint8Array.of(1)),
      ])
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(isModalError(outcome.reason)).toBe(true)
      }
      const restored = await restore(HARBOR, wallet, solana)
      if (restored) expect(restored.accounts).toEqual([{ address: SOLANA_ADDRESS }])
      const life = new AbortController()
      watch(wallet, () => {}, life.signal)
      provider.on('accountChanged', () => {})
      life.abort()
      await disconnect(wallet)
    }),
    { numRuns: 200 },
  )
})
