import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { FAKE_SIGNATURE, OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS, solana, walletError } from '@portico/contracts/testing'
import { coinbaseWallet } from './coinbaseWallet.ts'
import { createProvider } from './provider.ts'
import { connect, restore, watch } from './wallet.ts'

const COINBASE = 'Coinbase Wallet'

/** The extension's object, which exposes its key once the visitor has agreed. */
function extension() {
  const heard = new Map<string, () => void>()
  const calls: string[] = []
  const state: { publicKey: { toString(): string } | null } = { publicKey: null }
  return {
    state,
    heard,
    calls,
    coinbase: {
      get publicKey() {
        return state.publicKey
      },
      async connect(): Promise<void> {
        calls.push('connect')
        state.publicKey = { toString: () => SOLANA_ADDRESS }
      },
      async disconnect(): Promise<void> {
        calls.push('disconnect')
        state.publicKey = null
      },
      signMessage: async () => ({ signature: FAKE_SIGNATURE }),
      signAllTransactions: async (transactions: readonly object[]): Promise<unknown> => transactions,
      signAndSendTransaction: async (_: object): Promise<{ signature?: unknown }> => ({
        signature: encodeBase58(FAKE_SIGNATURE),
      }),
      on: (event: string, listener: () => void) => void heard.set(event, listener),
      removeListener: (event: string) => void heard.delete(event),
    },
  }
}

const transaction = { serialize: () => Uint8Array.of(1) }

test('connecting prompts on mainnet; on another network, the wallet is not asked', async () => {
  const { coinbase, calls } = extension()
  const wallet = coinbaseWallet(coinbase)
  expect(await connect(COINBASE, wallet, solana)).toMatchObject({ accounts: [{ address: SOLANA_ADDRESS }] })
  const devnet = { ...solana, caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const
  await expect(connect(COINBASE, wallet, devnet)).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
  expect(calls).toEqual(['connect'])
})

test('restoring never prompts: an account that the wallet exposes becomes the connection', async () => {
  const { coinbase, state, calls } = extension()
  const wallet = coinbaseWallet(coinbase)
  expect(await restore(COINBASE, wallet, solana)).toBeUndefined()
  state.publicKey = { toString: () => SOLANA_ADDRESS }
  expect(await restore(COINBASE, wallet, solana)).toMatchObject({ accounts: [{ address: SOLANA_ADDRESS }] })
  expect(calls).toEqual([])
})

test('an invalid or throwing address does not count as an account', async () => {
  const { coinbase, state } = extension()
  const wallet = coinbaseWallet(coinbase)
  state.publicKey = { toString: () => 'nobody' }
  expect(wallet.accounts()).toEqual([])
  state.publicKey = {
    toString() {
      throw new Error('not yours')
    },
  }
  expect(wallet.accounts()).toEqual([])
})

test('messages and transaction objects are signed, and transactions sent', async () => {
  const provider = createProvider(coinbaseWallet(extension().coinbase), () => solana)
  await provider.connect()
  expect(await provider.signMessage(Uint8Array.of(1))).toEqual(FAKE_SIGNATURE)
  expect(await provider.signTransaction(transaction)).toBe(transaction)
  expect(await provider.signAllTransactions([transaction])).toEqual([transaction])
  expect(await provider.signAndSendTransaction(transaction)).toBe(encodeBase58(FAKE_SIGNATURE))
})

test('transactions given as bytes are refused with a reason', async () => {
  const provider = createProvider(coinbaseWallet(extension().coinbase), () => solana)
  await provider.connect()
  await expect(provider.signTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: 'connection.requestFailed' })
  await expect(provider.signAndSendTransaction(Uint8Array.of(1))).rejects.toMatchObject({
    code: 'connection.requestFailed',
  })
})

test('declining in the wallet counts as declined', async () => {
  const { coinbase } = extension()
  const decline = async () => {
    throw walletError(4001, 'User canceled request')
  }
  await expect(
    connect(COINBASE, coinbaseWallet(Object.assign(coinbase, { connect: decline })), solana),
  ).rejects.toMatchObject({
    code: 'connection.rejected',
  })
})

test.each<[string, unknown]>([
  ['fewer transactions', []],
  ['something else', [5]],
  ['no list', undefined],
])('an answer with %s is rejected', async (_, answer) => {
  const { coinbase } = extension()
  const wallet = coinbaseWallet(Object.assign(coinbase, { signAllTransactions: async () => answer }))
  await wallet.connect(false)
  await expect(wallet.sign(SOLANA_ADDRESS, [transaction], 'solana:mainnet')).rejects.toThrow('another answer')
})

test('the wallet reports another active account and a disconnect', async () => {
  const { coinbase, state, heard } = extension()
  const wallet = coinbaseWallet(coinbase)
  await wallet.connect(false)
  const changes: unknown[] = []
  const life = new AbortController()
  watch(wallet, (change) => void changes.push(change), life.signal)
  state.publicKey = { toString: () => OTHER_SOLANA_ADDRESS }
  heard.get('accountChanged')?.()
  heard.get('disconnect')?.()
  expect(changes).toEqual([
    { type: 'accounts', accounts: [{ address: OTHER_SOLANA_ADDRESS }] },
    { type: 'disconnected' },
  ])
  life.abort()
  expect(heard.size).toBe(0)
})
