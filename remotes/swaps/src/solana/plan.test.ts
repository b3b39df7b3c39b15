import { type ActingCommands, addErrors, ModalError, type ServiceRequest } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { encodeBase64 } from '@portico/contracts/chains/bytes'
import { CONVERT_PATHS } from '@portico/contracts/services/convert'
import { PRICE_PATH } from '@portico/contracts/services/prices'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '@portico/contracts/solana'
import { fakeActing } from '@portico/contracts/testing'
import { familyFor, type SwapFamily } from '../families.ts'
import type { Wish } from '../plan.ts'
import { caipOf, isSameToken, plainAddress } from '../token.ts'
import {
  addressOf,
  CLUSTER,
  DESK,
  DESK_DOLLARS,
  DOLLARS,
  does,
  mintBytes,
  OWN_DOLLARS,
  routers,
  tokenAccountBytes,
  VISITOR,
  written,
} from './testing.ts'
import type { Instruction } from './transaction.ts'

beforeAll(() => addErrors(actingErrors))

const coin = { caipNetworkId: CLUSTER, name: 'Solana', symbol: 'SOL', decimals: 9 } as const
const dollar = { caipNetworkId: CLUSTER, address: DOLLARS, name: 'Dollar', symbol: 'USD', decimals: 6 } as const
const [PAID, QUOTED] = [1_000_000_000n, 150_000_000n]
const COINS = 5_000_000_000n
const RENT = 2_039_280n

const wish: Wish = {
  account: VISITOR,
  network: {
    id: CLUSTER.slice('solana:'.length),
    name: 'Solana',
    chainNamespace: 'solana',
    caipNetworkId: CLUSTER,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: [],
    walletRpcUrls: [],
    testnet: false,
  },
  from: coin,
  to: dollar,
  amount: PAID,
  slippageBps: 100n,
}

const account = (owner: string, data: Uint8Array, lamports = Number(RENT)) => ({
  lamports,
  owner,
  executable: false,
  data: [encodeBase64(data), 'base64'],
})
const dollars = (amount: bigint) => account(TOKEN_PROGRAM, tokenAccountBytes(DOLLARS, VISITOR, amount))

const CHAIN: Readonly<Record<string, object>> = {
  [VISITOR]: account(SYSTEM_PROGRAM, new Uint8Array(), Number(COINS)),
  [DOLLARS]: account(TOKEN_PROGRAM, mintBytes(6)),
  [OWN_DOLLARS]: dollars(7n),
  [DESK_DOLLARS]: account(TOKEN_PROGRAM, tokenAccountBytes(DOLLARS, DESK, 10n ** 15n)),
}

interface Situation {
  readonly instructions?: readonly Instruction[]
  readonly quotes?: readonly object[]
  readonly last?: number
  readonly chain?: Readonly<Record<string, object>>
  /** The simulation's result. */
  readonly tried?: (addresses: readonly string[]) => object
  readonly answers?: Readonly<Record<string, unknown>>
}

const swap = [does.pay(VISITOR, DESK, PAID), does.move(DESK_DOLLARS, DOLLARS, OWN_DOLLARS, DESK, QUOTED)]

function acting({ instructions = swap, quotes, last = 1_100, chain = CHAIN, tried, answers = {} }: Situation = {}) {
  const after: Readonly<Record<string, object>> = {
    ...chain,
    [VISITOR]: account(SYSTEM_PROGRAM, new Uint8Array(), Number(COINS - PAID - 10_000n)),
    [OWN_DOLLARS]: dollars(7n + QUOTED),
  }
  const carried = (addresses: readonly string[]) => ({
    err: null,
    accounts: addresses.map((one) => after[one] ?? null),
  })
  const requests: ServiceRequest[] = []
  const ask: Partial<ActingCommands> = {
    swapRouters: () => routers,
    async askService(request) {
      requests.push(request)
      const { path, query = {} } = request
      if (path === PRICE_PATH) return { fungibles: [] }
      if (path === CONVERT_PATHS.quotes) {
        const { amount: fromAmount, from: fromAccount, to: toAccount } = query
        return { quotes: quotes ?? [{ id: null, fromAmount, fromAccount, toAccount, toAmount: String(QUOTED) }] }
      }
      const data = written({ signers: [VISITOR, DESK], instructions })
      const solana = { lastValidBlockHeight: last }
      return { tx: { from: `${CLUSTER}:${VISITOR}`, data, amount: String(QUOTED), solana } }
    },
    async askNode({ method, params = [] }) {
      if (method in answers) return answers[method]
      if (method === 'getMultipleAccounts') {
        return { value: (params[0] as string[]).map((address) => chain[address] ?? null) }
      }
      if (method === 'getBlockHeight') return 1_000
      if (method === 'getFeeForMessage') return { value: 10_000 }
      if (method === 'getMinimumBalanceForRentExemption') return Number(RENT)
      if (method === 'simulateTransaction') {
        const addresses = (params[1] as { accounts?: { addresses: string[] } }).accounts?.addresses ?? []
        return { value: (tried ?? carried)(addresses) }
      }
      throw new ModalError('node.refused', { details: { reason: method } })
    },
  }
  return { ask: fakeActing(ask), requests }
}

const { signal } = new AbortController()
let solana: SwapFamily
beforeAll(async () => {
  const found = await familyFor(CLUSTER)
  if (!found) throw new Error('Solana has no family')
  solana = found
})
const plan = (situation?: Situation, more: Partial<Wish> = {}) =>
  solana.plan({ ...wish, ...more }, acting(situation).ask, signal)

test('EVM needs no lazy-loaded code', async () => {
  expect(await familyFor('eip155:1')).toBeUndefined()
})

test("the wallet receives the service's transaction, with its cost and changes", async () => {
  const made = await plan()
  if (made.step !== 'swap' || !('words' in made)) throw new Error('no plan')
  expect(made).toMatchObject({ quoted: QUOTED, minimum: QUOTED, fee: 10_000n, coins: COINS, router: { name: 'Desk' } })
  expect(made.request).toMatchObject({ namespace: 'solana', from: VISITOR, lastValidBlockHeight: 1_100 })
  expect(made.outcome).toEqual({
    status: 'simulated',
    changes: [
      { address: VISITOR, change: -PAID - 10_000n },
      { address: VISITOR, token: DOLLARS, change: QUOTED },
    ],
  })
  expect(made.words.description.parts?.map(({ kind }) => kind)).toEqual(['nativeTransfer', 'tokenTransfer'])
})

test("the service gets the coin's placeholder address, and the slippage in percent", async () => {
  const { ask, requests } = acting()
  await solana.plan({ ...wish, slippageBps: 50n }, ask, signal)
  const body = requests.find(({ path }) => path === CONVERT_PATHS.buildTransaction)?.body
  expect(body).toEqual({
    amount: '1000000000',
    from: `${CLUSTER}:So11111111111111111111111111111111111111111`,
    to: `${CLUSTER}:${DOLLARS}`,
    userAddress: `${CLUSTER}:${VISITOR}`,
    solana: { slippage: 0.5 },
    disableEstimate: true,
  })
})

test('the fee includes an account opened for the visitor', async () => {
  const fresh = addressOf(80)
  const instructions = [
    does.open(VISITOR, fresh, VISITOR, DOLLARS),
    does.pay(VISITOR, DESK, PAID),
    does.move(DESK_DOLLARS, DOLLARS, fresh, DESK, QUOTED),
  ]
  const tried = () => ({ err: null, accounts: null })
  expect(await plan({ instructions, tried })).toMatchObject({ fee: 10_000n + RENT, outcome: { status: 'succeeds' } })
})

test('without a route there is no request', async () => {
  expect(await plan({ quotes: [] })).toEqual({ step: 'noRoute' })
})

test('a swap that would fail now is not requested, and the reason is shown', async () => {
  const failing = { err: { InstructionError: [0, { Custom: 1 }] }, logs: ['Transfer: insufficient lamports 5, need 6'] }
  await expect(plan({ tried: () => failing })).rejects.toMatchObject({
    code: 'node.refused',
    details: { reason: 'Transfer: insufficient lamports 5, need 6' },
  })
})

test('if simulation is unavailable, the instruction check suffices', async () => {
  expect(await plan({ tried: () => ({}) })).toMatchObject({ step: 'swap', outcome: { status: 'notSimulated' } })
})

test.each<[string, Situation, Partial<Wish>, string]>([
  ['built too long ago', { last: 999 }, {}, 'the quote has expired'],
  ['valid for much longer than a blockhash', { last: 1_211 }, {}, 'the swap would stay valid for too long'],
  [
    'of a token with other decimals',
    {},
    { to: { ...dollar, decimals: 9 } },
    'the service has the wrong decimals for USD',
  ],
  [
    'of an address that is not a token',
    { chain: { ...CHAIN, [DOLLARS]: account(SYSTEM_PROGRAM, mintBytes(6)) } },
    {},
    'the service has the wrong decimals for USD',
  ],
  [
    'that yields less in the simulation',
    { tried: (addresses) => ({ err: null, accounts: addresses.map((one) => CHAIN[one] ?? null) }) },
    {},
    'a simulation returned less than quoted',
  ],
])('a swap %s is refused', async (_, situation, more, difference) => {
  await expect(plan(situation, more)).rejects.toMatchObject({
    code: 'transaction.unexpected',
    message: `Nothing was sent: ${difference}`,
  })
})

test('the maximum of the coin leaves fees and account costs; that of a token is the balance of one account', async () => {
  const { ask } = acting({
    answers: {
      getTokenAccountsByOwner: {
        value: [
          { pubkey: OWN_DOLLARS, account: dollars(7n) },
          { pubkey: addressOf(23), account: dollars(9n) },
        ],
      },
    },
  })
  const most = (token: typeof coin | typeof dollar, balance: bigint) =>
    solana.most({ account: VISITOR, token, balance }, ask, signal)
  // Two signatures, the highest priority fee, the account's own minimum, and two new accounts.
  expect(await most(coin, COINS)).toBe(COINS - 10_000n - 1_000_000n - 3n * RENT)
  expect(await most(coin, 1_000n)).toBe(0n)
  expect([await most(dollar, 16n), await most(dollar, 8n)]).toEqual([9n, 8n])
})

test('the amount received is the change in balance; for the coin, the fee is not counted', async () => {
  const balance = (owner: string, amount: string) => ({ owner, mint: DOLLARS, uiTokenAmount: { amount } })
  const meta = {
    fee: 10_000,
    preBalances: [1_000_000],
    postBalances: [1_500_000],
    preTokenBalances: [balance(VISITOR, '7'), balance(DESK, '900')],
    postTokenBalances: [balance(VISITOR, '57'), balance(DESK, '850')],
  }
  const { ask } = acting({ answers: { getTransaction: { meta } } })
  const sent = { hash: 'h', from: coin, to: dollar, amount: '1', quoted: '1', minimum: '1' }
  expect(await solana.received(sent, VISITOR, ask, signal)).toBe(50n)
  expect(await solana.received({ ...sent, to: coin }, VISITOR, ask, signal)).toBe(510_000n)
  const { ask: silent } = acting({ answers: { getTransaction: null } })
  expect(await solana.received(sent, VISITOR, silent, signal)).toBeUndefined()
})

test('Solana addresses are case-sensitive, and the coin has an address of its own', () => {
  expect(plainAddress(caipOf(coin), CLUSTER)).toBeUndefined()
  expect(plainAddress(`${CLUSTER}:${DOLLARS}`, CLUSTER)).toBe(DOLLARS)
  expect(plainAddress(`${CLUSTER}:0x${'1'.repeat(40)}`, CLUSTER)).toBeNull()
  expect(isSameToken(dollar, { ...dollar, address: DOLLARS.toLowerCase() })).toBe(false)
})
