import { ModalError } from '@portico/contracts'
import { walletError } from '@portico/contracts/testing'
import fc from 'fast-check'
import { isPending, isRejection, isUnknownChain, translate } from './walletErrors.ts'

const CONNECT = { rejected: 'connection.rejected', otherwise: 'connection.failed' } as const

/** How the modal treats an error: its code, and whether the network is added. */
const translated = (error: unknown) => ({ code: translate(error, CONNECT).code, addsNetwork: isUnknownChain(error) })

const rejected = { code: 'connection.rejected', addsNetwork: false }
const pending = { code: 'connection.pending', addsNetwork: false }
const failed = { code: 'connection.failed', addsNetwork: false }
const unknownChain = { code: 'connection.failed', addsNetwork: true }

test.each([
  ['4001, EIP-1193: the visitor declined', walletError(4001), rejected],
  ['5002: the visitor declined', walletError(5002), rejected],
  ['5000 with the text of a rejection: the visitor declined', walletError(5000, 'User rejected.'), rejected],
  ['5000 without one: the network is not known', walletError(5000, 'Unsupported chain'), unknownChain],
  ['4902, EIP-3326: the network is not known', walletError(4902), unknownChain],
  ['32603, as some wallets write it: the network is not known', walletError(32603), unknownChain],
  ['-32603, JSON-RPC: the network is not known', walletError(-32603), unknownChain],
  ['-32002, EIP-1474: a request is waiting in the wallet', walletError(-32002), pending],
  ['4100: failed', walletError(4100, 'Unauthorized'), failed],
  ['4200: failed', walletError(4200, 'Unsupported method'), failed],
  ['4900: failed', walletError(4900, 'Disconnected'), failed],
  ['-32602: failed', walletError(-32602, 'Invalid params'), failed],
  ['a code as text: failed', walletError('4001'), failed],
  ['no code, but the words "User rejected the request"', new Error('User rejected the request.'), rejected],
  ['no code, but the words "user denied"', new Error('MetaMask Tx Signature: User denied account access'), rejected],
  ['no code, but the words "user cancelled"', new Error('User cancelled'), rejected],
  ['no code, but the words "user canceled"', new Error('User canceled'), rejected],
  ['no code, but the words "rejected by user"', { message: 'Rejected by user' }, rejected],
  ['no code, but the words "The user declined"', new Error('The user declined the request'), rejected],
  ['no code, but the words "cancelled by the user"', new Error('Signing was cancelled by the user'), rejected],
  ['no code, but the words "Rejected from user"', new Error('Rejected from user'), rejected],
  ['-32003, a transaction that the node refused: failed', walletError(-32003, 'Transaction rejected'), failed],
  ['no code, but the words "Unrecognized chain ID"', new Error('Unrecognized chain ID "0x89".'), unknownChain],
  ['a text about a user without a rejection', new Error('The user was rejoicing'), failed],
  ['nothing', undefined, failed],
  ['a text', 'User rejected', failed],
])('%s', (_, error, expected) => {
  expect(translated(error)).toEqual(expected)
})

describe('wallets wrap the actual error', () => {
  const wrappings: [string, (inner: unknown) => unknown][] = [
    ['in data.originalError', (inner) => walletError(-32603, 'Internal error', { data: { originalError: inner } })],
    ['in cause', (inner) => new Error('Request failed', { cause: inner })],
    ['in both, two deep', (inner) => new Error('Failed', { cause: { data: { originalError: inner } } })],
  ]
  describe.each(wrappings)('%s', (_, wrap) => {
    test('a rejection stays a rejection, even wrapped in an unknown-network error', () => {
      expect(translated(wrap(walletError(4001)))).toEqual(rejected)
    })
    test('a pending request stays a pending request', () => {
      expect(translate(wrap(walletError(-32002)), CONNECT).code).toBe('connection.pending')
    })
    test.each([4902, 5000, 32603, -32603])('an unknown network (%d) is recognized', (code) => {
      expect(translated(wrap(walletError(code)))).toEqual(unknownChain)
    })
  })

  test('the search depth is limited', () => {
    let error: unknown = walletError(4001)
    for (let depth = 0; depth < 20; depth++) error = new Error('Failed', { cause: error })
    expect(isRejection(error)).toBe(false)
  })
})

test('a ModalError is passed on unchanged', () => {
  const ours = new ModalError('connection.providerMissing')
  expect(translate(ours, CONNECT)).toBe(ours)
})

test.each<[string, (inner: unknown) => unknown]>([
  [
    'in cause, as the provider of the embedded wallet does',
    (cause) => Object.assign(new Error('No', { cause }), { code: -32603 }),
  ],
  ['in data.originalError', (inner) => walletError(-32603, 'Internal error', { data: { originalError: inner } })],
  ['two deep', (inner) => new Error('Failed', { cause: new Error('No', { cause: inner }) })],
])('a ModalError that comes back wrapped %s is unwrapped', (_, wrap) => {
  const ours = new ModalError('connection.providerMissing')
  expect(translate(wrap(ours), CONNECT)).toBe(ours)
})

test("the wallet's error is kept as the cause of ours", () => {
  const error = walletError(4001)
  expect(translate(error, CONNECT).cause).toBe(error)
})

describe('malformed errors', () => {
  const cyclic: Record<string, unknown> = { code: -32603 }
  cyclic.cause = cyclic
  cyclic.data = { originalError: cyclic }
  const throwing = (...keys: string[]) =>
    Object.defineProperties(
      {},
      Object.fromEntries(
        keys.map((key) => [
          key,
          {
            enumerable: true,
            get() {
              throw new Error('not yours')
            },
          },
        ]),
      ),
    )
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('not yours')
      },
      getPrototypeOf() {
        throw new Error('not yours')
      },
      has() {
        throw new Error('not yours')
      },
    },
  )
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()

  test.each<[string, () => unknown]>([
    ['an error that is its own cause', () => cyclic],
    ['an error with an unreadable code', () => throwing('code')],
    ['an error with an unreadable message', () => throwing('message')],
    ['an error with unreadable data', () => throwing('data', 'cause')],
    ['a proxy that throws on every access', () => hostile],
    ['a proxy that has been revoked', () => revoked],
    ['an error that wraps such proxies', () => ({ cause: hostile, data: { originalError: revoked } })],
  ])('%s still becomes a clear ModalError', (_, make) => {
    const error = make()
    expect(translate(error, CONNECT).code).toBe('connection.failed')
    expect([isRejection(error), isPending(error)]).toEqual([false, false])
    expect(() => isUnknownChain(error)).not.toThrow()
  })

  test('a rejection with unreadable parts still counts as a rejection', () => {
    const error = Object.assign(throwing('message', 'data', 'cause'), { code: 4001 })
    expect(translated(error)).toEqual(rejected)
  })

  test("a wallet's error that imitates a ModalError under an unknown code is not trusted", () => {
    const error = Object.assign(new Error('Free money'), { name: 'ModalError', code: 'wallet.sale' })
    expect(translate(error, CONNECT)).toMatchObject({ code: 'connection.failed', message: 'Failed to connect' })
  })

  test('whatever a wallet throws becomes a ModalError', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }), (thrown) => {
        expect(translate(thrown, CONNECT)).toBeInstanceOf(ModalError)
        expect(typeof isUnknownChain(thrown)).toBe('boolean')
      }),
    )
  })
})
