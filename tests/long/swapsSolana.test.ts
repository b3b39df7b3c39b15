import { join } from 'node:path'
import {
  type ActingCommands,
  addErrors,
  type CaipNetworkId,
  ModalError,
  type ServiceRequest,
  type SolanaTransactionRequest,
} from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { fakeActing } from '@portico/contracts/testing'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens.ts'
import { LOCAL_SWAP_ROUTERS } from '../../scripts/build/swapRouters.mjs'
import { installFixture } from '../../scripts/fixture.mjs'
import { LOCAL_DESK } from '../../scripts/local.mjs'
import { convertApi } from '../../services/src/blockchainApi/convert/convertApi.ts'
import { createFindUpstream } from '../../services/src/blockchainApi/convert/findUpstream.ts'
import { createJupiter } from '../../services/src/blockchainApi/convert/jupiterUpstream.ts'
import { pricesApi } from '../../services/src/blockchainApi/prices/pricesApi.ts'
import { createTokenDirectory } from '../../services/src/blockchainApi/tokenDirectory.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { solanaKey } from '../../services/testing/developmentKeys.ts'
import { partsOver, SHOP } from '../../services/testing/localPools.ts'
import { type SolanaPart, startSolana } from '../../services/testing/startSolana.ts'
import { remoteCode } from '../support/remoteCode.ts'
import { networkAt } from '../support/sending/page.ts'
import { askSolana, newSigner, type SolanaSigner, signerOf } from '../support/sending/solanaWallet.ts'

/** The remote's requests to a Solana wallet, built by the real service and the local desk, and executed. */

jest.setTimeout(60_000)

const CLUSTER: CaipNetworkId = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
const SOL = 1_000_000_000n
/** Minimum balance of an account without data. */
const RENT = 890_880n

interface Plan {
  readonly step: string
  readonly request: SolanaTransactionRequest
  readonly quoted: bigint
  readonly minimum: bigint
  readonly fee: bigint
  readonly coins: bigint
  readonly router: { readonly name: string }
  readonly outcome: { readonly status: string; readonly changes: readonly object[] }
}
interface Code {
  readonly solana: {
    plan(wish: object, ask: ActingCommands, signal: AbortSignal): Promise<Plan>
    most(owned: object, ask: ActingCommands, signal: AbortSignal): Promise<bigint>
    received(sent: object, account: string, ask: ActingCommands, signal: AbortSignal): Promise<bigint | undefined>
  }
}
let code: Code['solana']
let chain: SolanaPart

beforeAll(async () => {
  addErrors(actingErrors)
  code = (await remoteCode<Code>('swaps/src/solana/solana.ts')).solana
  chain = await startSolana(await installFixture(join(__dirname, '../../local/chains/solana/fixture')))
}, 360_000)
afterAll(() => chain?.stop())

const tokenOf = (symbol: string) => {
  const known = SOLANA_TOKENS.find((token) => token.symbol === symbol)
  return known
    ? { caipNetworkId: CLUSTER, name: known.name, symbol, decimals: known.decimals, address: known.address }
    : { caipNetworkId: CLUSTER, name: 'Solana', symbol: 'SOL', decimals: 9 }
}

type Lie = (answer: unknown, path: string) => unknown
const honest: Lie = (answer) => answer

/**
 * The host's access to the service and the chain. @param lie changes the service's responses; @param tell changes the
 * requests
 */
function acting(lie: Lie = honest, tell: (body: object) => object = (body) => body): ActingCommands {
  const tokens = createTokenDirectory(SOLANA_TOKENS.map((token) => ({ caip2: CLUSTER, ...token })))
  const parts = { ...partsOver(new Map([[CLUSTER, [chain.url]]]), { hasPools: false }), tokens }
  const desk = createJupiter({ urls: new Map([[CLUSTER, new URL('/swap/v1', chain.url)]]) }, parts)
  const app = createApp(parts.log)
    .route('/', convertApi(parts, createFindUpstream(parts, parts.pools), undefined, desk))
    .route('/', pricesApi(parts))
  return fakeActing({
    swapRouters: () => LOCAL_SWAP_ROUTERS,
    async askService({ path, query = {}, body }: ServiceRequest) {
      const asked = new URLSearchParams({ projectId: SHOP })
      for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, value)
      const post = body && { method: 'POST', body: JSON.stringify({ ...tell(body), projectId: SHOP }) }
      const answer = await app.request(`${path}?${asked}`, post)
      if (!answer.ok) throw new ModalError('service.status', { details: { status: answer.status } })
      return lie(await answer.json(), path)
    },
    async askNode({ method, params = [] }) {
      return askSolana(chain.url, method, ...params).catch((error: Error) => {
        throw new ModalError('node.refused', { details: { reason: error.message } })
      })
    },
  })
}

const { signal } = new AbortController()
const network = () => networkAt(CLUSTER, chain.url, { name: 'Solana', symbol: 'SOL', decimals: 9 })

interface Wish {
  readonly ask?: ActingCommands
  readonly slippageBps?: bigint
}
const plan = (
  { address: account }: Pick<SolanaSigner, 'address'>,
  [from, to]: readonly [string, string],
  amount: bigint,
  { ask = acting(), slippageBps = 100n }: Wish = {},
) => code.plan({ account, network: network(), from: tokenOf(from), to: tokenOf(to), amount, slippageBps }, ask, signal)

const SIGNATURE_BYTES = 64

/** Signs like a wallet: adds its own signature and changes nothing else. */
function signed({ transaction }: SolanaTransactionRequest, signer: SolanaSigner): Buffer {
  const bytes = Buffer.from(transaction, 'base64')
  bytes.set(signer.sign(bytes.subarray(1 + SIGNATURE_BYTES * (bytes[0] ?? 0))), 1)
  return bytes
}
const send = (request: SolanaTransactionRequest, signer: SolanaSigner, skipPreflight = false): Promise<string> =>
  askSolana(chain.url, 'sendTransaction', signed(request, signer).toString('base64'), {
    encoding: 'base64',
    skipPreflight,
  })
async function errorOf(signature: string): Promise<unknown> {
  const { value } = (await askSolana(chain.url, 'getSignatureStatuses', [signature])) as { value: { err: unknown }[] }
  return value[0]?.err
}

async function owned(account: string, symbol: string): Promise<bigint> {
  const { address } = tokenOf(symbol)
  if (!address) {
    return BigInt(((await askSolana(chain.url, 'getBalance', account)) as { value: number }).value)
  }
  const config = { encoding: 'jsonParsed' }
  const { value } = (await askSolana(chain.url, 'getTokenAccountsByOwner', account, { mint: address }, config)) as {
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }
  return value.reduce((sum, one) => sum + BigInt(one.account.data.parsed.info.tokenAmount.amount), 0n)
}

const setPrice = async (symbol: string, price: bigint) => {
  const body = JSON.stringify({ symbol, price: String(price) })
  expect((await fetch(new URL('/__price', chain.url), { method: 'POST', body })).status).toBe(200)
}
const SOL_PRICE = 150_000_000n
afterEach(() => setPrice('SOL', SOL_PRICE))

/** An account with ten coins and nothing else. */
async function funded(lamports = 10n * SOL): Promise<SolanaSigner> {
  const signer = newSigner()
  await askSolana(chain.url, 'requestAirdrop', signer.address, Number(lamports))
  return signer
}
/** An account with some of every token. */
const rich = () => signerOf(solanaKey(2).bytes)

test.each<[string, string, bigint, bigint]>([
  ['SOL', 'USDC', SOL / 2n, 75_000_000n],
  ['USDC', 'SOL', 15_000_000n, SOL / 10n],
  ['USDC', 'PTS', 1_000_000n, 400n],
  ['PTS', 'USDC', 400n, 1_000_000n],
  ['SOL', 'PTS', SOL / 100n, 600n],
])('%s to %s: the quoted amount arrives, and no more than shown is spent', async (from, to, amount, expected) => {
  const signer = rich()
  const { address } = signer
  const before = { from: await owned(address, from), to: await owned(address, to), coins: await owned(address, 'SOL') }
  const made = await plan(signer, [from, to], amount)
  expect([made.step, made.quoted, made.minimum, made.router.name]).toEqual(['swap', expected, expected, 'Local desk'])
  expect(made.coins).toBe(before.coins)
  const hash = await send(made.request, signer)
  expect(await errorOf(hash)).toBeNull()

  // The fee of two signatures.
  expect(made.fee).toBe(10_000n)
  const feeOf = (symbol: string) => (symbol === 'SOL' ? made.fee : 0n)
  const change = { from: (await owned(address, from)) - before.from, to: (await owned(address, to)) - before.to }
  expect([change.from + feeOf(from), change.to + feeOf(to)]).toEqual([-amount, expected])
  expect(await code.received({ hash, to: tokenOf(to) }, address, acting(), signal)).toBe(expected)
  const coins = (await owned(address, 'SOL')) - before.coins
  expect(made.outcome.status).toBe('simulated')
  expect(made.outcome.changes).toEqual(expect.arrayContaining([{ address, change: coins }]))
})

test('a first receipt of the token opens an account for it, which the fee includes', async () => {
  const signer = await funded()
  const made = await plan(signer, ['SOL', 'PTS'], SOL)
  expect(made.fee).toBeGreaterThan(2_000_000n)
  await send(made.request, signer)
  expect([await owned(signer.address, 'PTS'), await owned(signer.address, 'SOL')]).toEqual([
    made.quoted,
    9n * SOL - made.fee,
  ])
  expect((await plan(signer, ['SOL', 'PTS'], SOL)).fee).toBe(10_000n)
})

test('when the price moves beyond the slippage, the swap reverts, and only the fee is paid', async () => {
  const signer = await funded()
  const made = await plan(signer, ['SOL', 'USDC'], SOL, { slippageBps: 50n })
  await setPrice('SOL', (SOL_PRICE * 9_949n) / 10_000n)
  const hash = await send(made.request, signer, true)
  expect(await errorOf(hash)).toMatchObject({ InstructionError: [1, expect.anything()] })
  expect([await owned(signer.address, 'USDC'), await owned(signer.address, 'SOL')]).toEqual([0n, 10n * SOL - 10_000n])
})

test('when the price moves by less than the slippage, the quoted amount still arrives', async () => {
  const signer = await funded()
  const made = await plan(signer, ['SOL', 'USDC'], SOL, { slippageBps: 50n })
  await setPrice('SOL', (SOL_PRICE * 9_951n) / 10_000n)
  expect(await errorOf(await send(made.request, signer, true))).toBeNull()
  expect(await owned(signer.address, 'USDC')).toBe(made.quoted)
})

test('the maximum can be swapped: all of a token, and all of the coin except fees and account deposits', async () => {
  const signer = await funded()
  const { address: account } = signer
  const most = async (symbol: string) =>
    code.most({ account, token: tokenOf(symbol), balance: await owned(account, symbol) }, acting(), signal)
  const coins = await most('SOL')
  await send((await plan(signer, ['SOL', 'USDC'], coins)).request, signer)
  const left = await owned(account, 'SOL')
  expect([left >= RENT, left < SOL / 100n]).toEqual([true, true])
  const dollars = await most('USDC')
  expect(dollars).toBe(await owned(account, 'USDC'))
  await send((await plan(signer, ['USDC', 'SOL'], dollars)).request, signer)
  expect(await owned(account, 'USDC')).toBe(0n)
})

test('a swap that would fail now, or has no route, is not requested', async () => {
  const signer = await funded()
  await expect(plan(signer, ['SOL', 'USDC'], 11n * SOL)).rejects.toMatchObject({ code: 'node.refused' })
  await expect(plan(signer, ['USDC', 'SOL'], 5n)).rejects.toBeDefined()
  expect(await plan(signer, ['SOL', 'USDC'], 1_000_000n * SOL)).toMatchObject({ step: 'noRoute' })
})

describe('a lying service', () => {
  const unexpected = (difference: string) => ({
    code: 'transaction.unexpected',
    message: `Nothing was sent: ${difference}`,
  })
  const changed =
    (part: string, change: (tx: { readonly data: string }) => object): Lie =>
    (answer, path) => {
      if (!path.endsWith(part)) return answer
      const { tx } = answer as { tx: { readonly data: string } }
      return { tx: { ...tx, ...change(tx) } }
    }
  /** The unsigned transaction with changed bytes. */
  const withBytes = (change: (bytes: Buffer) => void): Lie =>
    changed('build-transaction', ({ data }) => {
      const bytes = Buffer.from(data, 'base64')
      change(bytes)
      return { data: bytes.toString('base64') }
    })
  const attempt = (lie: Lie, tell?: (body: object) => object) =>
    plan(rich(), ['USDC', 'PTS'], 1_000_000n, { ask: acting(lie, tell) })

  test.each<[string, object, string]>([
    [
      'someone else pays and receives',
      { userAddress: `${CLUSTER}:${solanaKey(3).address}` },
      'someone else would pay the network fee',
    ],
    ['the swap takes more', { amount: '2000000' }, 'the swap is for another amount'],
    [
      'the swap pays with another token',
      { from: `${CLUSTER}:So11111111111111111111111111111111111111111` },
      'the swap pays with another token',
    ],
    [
      'the swap receives another token',
      { to: `${CLUSTER}:So11111111111111111111111111111111111111111` },
      'the swap is for another token',
    ],
  ])('about what is swapped (%s) is found out', async (_, more, difference) => {
    await expect(
      attempt(honest, (body) => ('userAddress' in body ? { ...body, ...more } : body)),
    ).rejects.toMatchObject(unexpected(difference))
  })

  test('about the price is found out', async () => {
    const higher: Lie = (answer, path) =>
      path.endsWith('/quotes')
        ? JSON.parse(JSON.stringify(answer).replace(/"toAmount":"400"/, '"toAmount":"408"'))
        : answer
    await expect(attempt(higher)).rejects.toMatchObject(unexpected('you could receive less than quoted'))
  })

  test.each([
    [
      'without the second signature',
      withBytes((bytes) => bytes.fill(0, 65, 129)),
      'it needs a signature other than yours',
    ],
    [
      'of another desk',
      withBytes((bytes) => bytes.set(Buffer.alloc(32, 9), 133 + 32)),
      'the swap goes through an unknown program',
    ],
    ['invalid', changed('build-transaction', () => ({ data: 'AAAA' })), 'the service didn’t return a transaction'],
    [
      'already expired',
      changed('build-transaction', () => ({ solana: { lastValidBlockHeight: 0 } })),
      'the quote has expired',
    ],
    [
      'with too late an expiry',
      changed('build-transaction', () => ({ solana: { lastValidBlockHeight: 10 ** 9 } })),
      'the swap would stay valid for too long',
    ],
  ])('about the transaction (%s) is found out', async (_, lie, difference) => {
    await expect(attempt(lie)).rejects.toMatchObject(unexpected(difference))
  })

  test('about the decimals of a token is found out', async () => {
    const from = { ...tokenOf('USDC'), decimals: 9 }
    const wish = { account: rich().address, network: network(), from, to: tokenOf('PTS'), amount: 1_000_000n }
    await expect(code.plan({ ...wish, slippageBps: 100n }, acting(), signal)).rejects.toMatchObject(
      unexpected('the service has the wrong decimals for USDC'),
    )
  })

  test('about the desk (one that is not in the index) is found out', async () => {
    const ask = { ...acting(), swapRouters: () => LOCAL_SWAP_ROUTERS.filter(({ address }) => address !== LOCAL_DESK) }
    await expect(plan(rich(), ['USDC', 'PTS'], 1_000_000n, { ask })).rejects.toMatchObject(
      unexpected('the swap goes through an unknown program'),
    )
  })
})
