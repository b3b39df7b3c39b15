import { join } from 'node:path'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens'
import { installFixture } from '../../scripts/fixture.mjs'
import { simulateSolana } from '../../services/secureFrame/src/signing/solana/simulate'
import { readWireTransaction } from '../../services/secureFrame/src/signing/solana/wireTransaction'
import { solanaKey } from '../../services/testing/developmentKeys'
import { type SolanaPart, startSolana } from '../../services/testing/startSolana'
import {
  type AskNode,
  describeRequest,
  networkFacts,
  outgoingContext,
  requestOutcome,
} from '../../shared-contracts/preview/index'
import { decodeBase58, encodeBase58 } from '../../shared-contracts/src/chains/bytes.ts'
import { associatedAccount } from '../../shared-contracts/src/chains/solana/address'
import { openAccount, transfer, transferChecked } from '../../shared-contracts/src/chains/solana/instructions'
import { compileMessage, type Instruction } from '../../shared-contracts/src/chains/solana/message'
import { networkAt } from '../support/sending/page'
import { askSolana, newSigner, signAndSend, signerOf } from '../support/sending/solanaWallet'

/** Previewed changes of a site's Solana transaction match the chain afterwards. */

jest.setTimeout(60_000)

const [token] = SOLANA_TOKENS
if (!token) throw new Error('There is no token.')
const { address: mint, program, decimals } = token
const owner = signerOf(solanaKey(2).bytes)
const account = associatedAccount(owner.address, mint, program)

let chain: SolanaPart
beforeAll(async () => {
  chain = await startSolana(await installFixture(join(__dirname, '../../local/chains/solana/fixture')))
  await askSolana(chain.url, 'requestAirdrop', owner.address, 5_000_000_000)
}, 360_000)
afterAll(() => chain?.stop())

const ask = (method: string, ...params: readonly unknown[]) => askSolana(chain.url, method, ...params)
const node: AskNode = (method, params) => ask(method, ...(params as readonly unknown[]))
const network = () =>
  networkAt('solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu', chain.url, { name: 'Solana', symbol: 'SOL', decimals: 9 })
const around = () => outgoingContext({ network: network(), account: owner.address, holdings: [] })

async function has() {
  const coins = BigInt(((await ask('getBalance', owner.address)) as { value: number }).value)
  const held = (await ask('getTokenAccountBalance', account)) as { value: { amount: string } }
  return { coins, tokens: BigInt(held.value.amount) }
}

/** A transaction as libraries build it, with room for one signature. */
async function built(...instructions: readonly Instruction[]): Promise<Uint8Array> {
  const { value } = (await ask('getLatestBlockhash')) as { value: { blockhash: string } }
  const message = compileMessage(owner.address, value.blockhash, [...instructions])
  return Uint8Array.from([1, ...new Uint8Array(64), ...message])
}
const requestOf = (bytes: Uint8Array) => ({
  method: 'solana_signAndSendTransaction',
  params: { transaction: encodeBase58(bytes) },
})

const u64 = (value: bigint) => Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
const pay = (lamports: bigint) => transfer(owner.address, newSigner().address, lamports)
function move(amount: bigint): Instruction[] {
  const { address: to } = newSigner()
  const destination = associatedAccount(to, mint, program)
  return [
    openAccount({ payer: owner.address, account: destination, owner: to, mint, program }),
    transferChecked({ program, source: account, mint, destination, owner: owner.address, amount, decimals }),
  ]
}
const [THIEF, WITHOUT_END] = [newSigner().address, (1n << 64n) - 1n]
/** An instruction of the token program about the owner's account. */
const tokens = (data: readonly number[], ...between: readonly Instruction['accounts'][number][]): Instruction => ({
  program,
  accounts: [{ address: account, isWritable: true }, ...between, { address: owner.address, isSigner: true }],
  data: Uint8Array.from(data),
})
const allow = (amount: bigint) => tokens([13, ...u64(amount), decimals], { address: mint }, { address: THIEF })
/** Takes tokens, by an instruction that previews do not know. */
const burn = (amount: bigint) => tokens([8, ...u64(amount)], { address: mint, isWritable: true })
const handOver = () => tokens([6, 2, 1, ...bytesOfKey(THIEF)])
const bytesOfKey = (key: string) => [...(decodeBase58(key, 44) ?? [])]

test.each<[string, () => readonly Instruction[]]>([
  ['a payment', () => [pay(5_000_000n)]],
  ['two payments at once', () => [pay(5_000_000n), pay(6_000_000n)]],
  ['a transfer of tokens that opens an account for them', () => move(77n)],
  ['a payment beside tokens', () => [pay(5_000_000n), ...move(3n)]],
  ['an unknown instruction that takes tokens', () => [burn(5n)]],
  ['an unknown instruction beside a payment', () => [pay(5_000_000n), burn(5n)]],
])('%s has exactly the previewed effect', async (_, instructions) => {
  const bytes = await built(...instructions())
  const told = await requestOutcome(requestOf(bytes), around(), node)
  const before = await has()
  await signAndSend(chain.url, bytes, owner)
  const after = await has()
  const { address } = owner
  const tokens = after.tokens - before.tokens
  expect(told).toEqual({
    status: 'simulated',
    changes: [
      { address, change: after.coins - before.coins },
      ...(tokens === 0n ? [] : [{ address, token: mint, change: tokens }]),
    ],
  })
  expect(after.coins).toBeLessThan(before.coins)
})

/** The account's state in the token program. */
async function accountNow() {
  type Info = { readonly owner: string; readonly delegate?: string; readonly delegatedAmount?: { amount: string } }
  const answer = (await ask('getAccountInfo', account, { encoding: 'jsonParsed' })) as {
    value: { data: { parsed: { info: Info } } }
  }
  return answer.value.data.parsed.info
}

test.each([
  ['for some tokens', 9n],
  ['without a limit', WITHOUT_END],
])('an allowance %s costs nothing but the fee, and the preview shows spender and amount', async (_, amount) => {
  const bytes = await built(allow(amount))
  const told = await requestOutcome(requestOf(bytes), around(), node)
  await signAndSend(chain.url, bytes, owner)
  const now = await accountNow()
  expect([now.delegate, now.delegatedAmount?.amount]).toEqual([THIEF, String(amount)])
  expect(told).toEqual({
    status: 'simulated',
    changes: [{ address: owner.address, change: expect.any(BigInt) }],
    grants: [{ token: mint, spender: THIEF, amount, ...(amount === WITHOUT_END && { isUnlimited: true }) }],
  })
})

test('the frame predicts the same effect on this chain as the preview of a page', async () => {
  const bytes = await built(burn(5n))
  const wire = readWireTransaction(encodeBase58(bytes))
  if (!wire) throw new Error('This is no transaction.')
  const life = new AbortController()
  const ofFrame = await simulateSolana(
    wire,
    around(),
    (_, method, params) => node(method, params) as never,
    life.signal,
  )
  expect(ofFrame).toEqual(await requestOutcome(requestOf(bytes), around(), node))
  expect(ofFrame).toMatchObject({ status: 'simulated', changes: [{}, { token: mint, change: -5n }] })
})

test('a transaction predicted to fail does fail', async () => {
  const bytes = await built(pay(10n ** 15n))
  expect(await requestOutcome(requestOf(bytes), around(), node)).toEqual({ status: 'reverts' })
  await expect(signAndSend(chain.url, bytes, owner)).rejects.toThrow()
})

test('token and decimals come from the network, whatever the site claims', async () => {
  const request = requestOf(await built(...move(77n)))
  const context = around()
  const { tokens } = await networkFacts(describeRequest(request, context), context, node)
  expect(tokens).toEqual({ [mint]: { standard: 'fungible', decimals } })
})

/** Must be last: afterwards the account has another owner. */
test('handing over a token account is named as such, and its whole balance is shown as a loss', async () => {
  const bytes = await built(handOver())
  const { tokens: held } = await has()
  const told = await requestOutcome(requestOf(bytes), around(), node)
  await signAndSend(chain.url, bytes, owner)
  expect((await accountNow()).owner).toBe(THIEF)
  expect(told).toEqual({
    status: 'simulated',
    changes: [
      { address: owner.address, change: expect.any(BigInt) },
      { address: owner.address, token: mint, change: -held },
    ],
    handedOver: [account],
  })
})
