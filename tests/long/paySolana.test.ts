import { join } from 'node:path'
import type { Network } from '@portico/contracts'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens'
import { installFixture } from '../../scripts/fixture.mjs'
import { solanaKey } from '../../services/testing/developmentKeys'
import { type SolanaPart, startSolana } from '../../services/testing/startSolana'
import { associatedAccount } from '../../shared-contracts/src/chains/solana/address'
import { remoteCode } from '../support/remoteCode'
import { networkAt } from '../support/sending/page'
import { askSolana, newSigner, type SolanaSigner, signAndSend, signerOf } from '../support/sending/solanaWallet'

/**
 * Solana payments as the remote builds them, executed by the clusters' programs, and the remote's reading of the
 * result.
 */

jest.setTimeout(60_000)

interface Bill {
  readonly caipNetworkId: string
  readonly recipient: string
  readonly amount: string
  readonly token: {
    readonly address?: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
}
interface Node {
  askNode(request: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}
interface Plan {
  readonly request?: { readonly transaction: string }
  readonly fee?: bigint
  readonly deposit?: bigint
  readonly obstacle?: { readonly type: string }
}
/** The parts of the remote used here. */
interface Code {
  solanaPlan(wish: object, node: Node, signal: AbortSignal): Promise<Plan>
  checkDelivery(bill: Bill, hash: string, node: Node, signal: AbortSignal): Promise<string>
}

let code: Code
let chain: SolanaPart
let network: Network
beforeAll(async () => {
  code = await remoteCode('pay/src/plan/solanaPlan.ts', 'pay/src/guard/checkDelivery.ts')
  chain = await startSolana(await installFixture(join(__dirname, '../../local/chains/solana/fixture')))
  network = networkAt('solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu', chain.url, {
    name: 'Solana',
    symbol: 'SOL',
    decimals: 9,
  })
}, 360_000)
afterAll(() => chain?.stop())

const { signal } = new AbortController()
const ask = (method: string, ...params: readonly unknown[]) => askSolana(chain.url, method, ...params)
const node: Node = { askNode: ({ method, params = [] }) => ask(method, ...params) }

const payer = signerOf(solanaKey(3).bytes)
const [dollar] = SOLANA_TOKENS
if (!dollar) throw new Error('There is no token.')
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const { address: mint, program, name, symbol, decimals } = dollar

const billOf = (recipient: string, amount: bigint, token: Bill['token']): Bill => ({
  caipNetworkId: network.caipNetworkId,
  recipient,
  amount: String(amount),
  token,
})
const inSol = (recipient: string, amount = 123_456_789n) => billOf(recipient, amount, sol)
const inDollars = (recipient: string, amount = 12_500_000n) =>
  billOf(recipient, amount, { address: mint, name, symbol, decimals })

const planOf = (bill: Bill, account = payer.address) =>
  code.solanaPlan({ bill, network, account, source: bill.token }, node, signal)
async function pay(bill: Bill, signer: SolanaSigner = payer) {
  const { request, fee = 0n } = await planOf(bill, signer.address)
  if (!request) throw new Error('it cannot be paid')
  return { fee, hash: await signAndSend(chain.url, Buffer.from(request.transaction, 'base64'), signer) }
}
const delivered = (bill: Bill, hash: string) => code.checkDelivery(bill, hash, node, signal)

const lamportsOf = async (address: string) => BigInt(((await ask('getBalance', address)) as { value: number }).value)
const dollarsOf = async (owner: string) =>
  BigInt(
    ((await ask('getTokenAccountBalance', associatedAccount(owner, mint, program))) as { value: { amount: string } })
      .value.amount,
  )

beforeAll(() => ask('requestAirdrop', payer.address, 5_000_000_000))

test('SOL arrives, exact to the lamport, for the quoted fee', async () => {
  const { address: shop } = newSigner()
  const before = await lamportsOf(payer.address)
  const { fee } = await pay(inSol(shop))
  expect(await lamportsOf(shop)).toBe(123_456_789n)
  expect(before - (await lamportsOf(payer.address))).toBe(123_456_789n + fee)
})

test('exactly the sent tokens arrive; only the first transfer pays for opening the account', async () => {
  const { address: shop } = newSigner()
  const { deposit = 0n } = await planOf(inDollars(shop))
  const { fee } = await pay(inDollars(shop))
  expect([await dollarsOf(shop), fee > deposit, deposit]).toEqual([
    12_500_000n,
    true,
    await lamportsOf(associatedAccount(shop, mint, program)),
  ])
  expect(await planOf(inDollars(shop))).not.toHaveProperty('deposit')
  await pay(inDollars(shop, 1n))
  expect(await dollarsOf(shop)).toBe(12_500_001n)
})

test('a payment that would not arrive is not built', async () => {
  expect(await planOf(inSol(newSigner().address, 1n))).toMatchObject({ obstacle: { type: 'belowLeast' } })
  expect(await planOf(inSol(mint))).toMatchObject({ obstacle: { type: 'notAWallet' } })
  expect(await planOf(inDollars(associatedAccount(payer.address, mint, program)))).toMatchObject({
    obstacle: { type: 'notAWallet' },
  })
  const { address: poor } = newSigner()
  expect(await planOf(inSol(newSigner().address), poor)).toMatchObject({ obstacle: { type: 'noFee' } })
  expect(await planOf(inDollars(newSigner().address), poor)).toMatchObject({ obstacle: { type: 'tooLittle' } })
})

test('the paid amount is read from the cluster', async () => {
  const { address: shop } = newSigner()
  const { address: other } = newSigner()
  const coins = (await pay(inSol(shop))).hash
  const tokens = (await pay(inDollars(shop))).hash
  const found = await Promise.all([
    delivered(inSol(shop), coins),
    delivered(inSol(shop, 123_456_790n), coins),
    delivered(inSol(other), coins),
    delivered(inDollars(shop), coins),
    delivered(inDollars(shop), tokens),
    delivered(inDollars(shop, 12_500_001n), tokens),
    delivered(inDollars(other), tokens),
    delivered(inSol(shop), tokens),
    delivered(inSol(shop), '5'.repeat(88)),
  ])
  const not = 'otherwise'
  expect(found).toEqual(['paid', not, not, not, 'paid', not, not, not, 'waiting'])
})
