/** @jest-environment jsdom */

import { join } from 'node:path'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../local/chains/solana/programs'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens'
import { installFixture } from '../../scripts/fixture.mjs'
import { solanaKey } from '../../services/testing/developmentKeys'
import { type SolanaPart, startSolana } from '../../services/testing/startSolana'
import { type AskNode, outcomeOf, outgoingContext } from '../../shared-contracts/preview/index'
import { associatedAccount } from '../../shared-contracts/src/chains/solana/address'
import { openAccount } from '../../shared-contracts/src/chains/solana/instructions'
import { compileMessage, type Instruction } from '../../shared-contracts/src/chains/solana/message'
import type { Holding } from '../../shared-contracts/src/holdings'
import { networkAt, sendingPage } from '../support/sending/page'
import {
  askSolana,
  newSigner,
  type SolanaSigner,
  signAndSend,
  signerOf,
  solanaProvider,
} from '../support/sending/solanaWallet'

/** Solana transactions as the send form builds them, signed with a real key and executed by the clusters' programs. */

jest.setTimeout(60_000)

const SOL = 1_000_000_000n
const RENT = 890_880n
const coin = { decimals: 9 }

let chain: SolanaPart
beforeAll(async () => {
  const fixture = join(__dirname, '../../local/chains/solana/fixture')
  chain = await startSolana(await installFixture(fixture))
}, 360_000)
afterAll(() => chain?.stop())

const ask = (method: string, ...params: readonly unknown[]) => askSolana(chain.url, method, ...params)
const lamportsOf = async (address: string) => BigInt(((await ask('getBalance', address)) as { value: number }).value)
const tokensOf = async (account: string) =>
  BigInt(((await ask('getTokenAccountBalance', account)) as { value: { amount: string } }).value.amount)

const network = () =>
  networkAt('solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu', chain.url, { name: 'Solana', symbol: 'SOL', decimals: 9 })

const open = (signer: SolanaSigner) =>
  sendingPage({ network: network(), from: signer.address, provider: solanaProvider(chain.url, signer) })

/** The preview's changes on this chain. */
function foretold(request: Parameters<typeof outcomeOf>[0], holdings: readonly Holding[] = []) {
  const around = outgoingContext({ network: network(), account: request.from, holdings })
  const node: AskNode = (method, params) => ask(method, ...(params as readonly unknown[]))
  return outcomeOf(request, around, node)
}

/** An account with coins and nothing else. */
async function funded(lamports = SOL) {
  const signer = newSigner()
  await ask('requestAirdrop', signer.address, Number(lamports))
  return { signer, page: open(signer) }
}

describe('SOL', () => {
  test('arrives, exact to the lamport, for the quoted fee', async () => {
    const { signer, page } = await funded()
    const { address: to } = newSigner()
    const plan = await page.ready({ to, token: coin, amount: 123_456_789n })
    const sent = await page.send(plan)
    await page.isConfirmed(sent)
    expect([await lamportsOf(to), await lamportsOf(signer.address)]).toEqual([
      123_456_789n,
      SOL - 123_456_789n - plan.fee,
    ])
    page.close()
  })

  test('leaves the account as previewed', async () => {
    const { signer, page } = await funded()
    const { address } = signer
    const plan = await page.ready({ to: newSigner().address, token: coin, amount: 5_000_000n })
    const found = await foretold(plan.request)
    await page.isConfirmed(await page.send(plan))
    const change = (await lamportsOf(address)) - SOL
    expect(found).toEqual({ status: 'simulated', changes: [{ address, change }] })
    page.close()
  })

  test('can be sent up to the maximum, which leaves the minimum balance in the account', async () => {
    const { signer, page } = await funded()
    const { address: to } = newSigner()
    const most = await page.most({ token: coin, amount: SOL, to })
    await page.isConfirmed(await page.send(await page.ready({ to, token: coin, amount: most })))
    const left = await lamportsOf(signer.address)
    expect([await lamportsOf(to), left >= RENT, left < RENT + 15_001n]).toEqual([most, true, true])
    page.close()
  })

  test('can be sent to the very last lamport, but not in an amount that leaves less than the minimum balance', async () => {
    const { signer, page } = await funded()
    const { address: to } = newSigner()
    const blocked = await page.blocked({ to, token: coin, amount: SOL - 5_000n - 1n })
    expect(blocked.obstacle).toEqual({ type: 'leavesTooLittle', least: RENT })
    await page.isConfirmed(await page.send(await page.ready({ to, token: coin, amount: SOL - 5_000n })))
    expect([await lamportsOf(signer.address), await lamportsOf(to)]).toEqual([0n, SOL - 5_000n])
    page.close()
  })

  test('an impossible payment is reported before the wallet is asked', async () => {
    const { page } = await funded()
    const { address: to } = newSigner()
    const obstacle = async (amount: bigint, receiver = to) =>
      (await page.blocked({ to: receiver, token: coin, amount })).obstacle
    expect(await obstacle(SOL)).toEqual({ type: 'short' })
    expect(await obstacle(RENT - 1n)).toEqual({ type: 'tooLittle', least: RENT })
    const [token] = SOLANA_TOKENS
    expect(await obstacle(SOL / 2n, token?.address)).toEqual({ type: 'notAWallet' })
    expect(await obstacle(SOL / 2n, TOKEN_2022_PROGRAM)).toEqual({ type: 'notAWallet' })
    page.close()
  })
})

describe.each(SOLANA_TOKENS)('$symbol', ({ address: mint, program, decimals }) => {
  const owner = signerOf(solanaKey(2).bytes)
  const token = { address: mint, decimals }
  const accountOf = (of: string) => associatedAccount(of, mint, program)

  test('arrives at a recipient with no account for the token, and the fee includes opening one', async () => {
    const page = open(owner)
    const { address: to } = newSigner()
    const [coins, tokens] = [await lamportsOf(owner.address), await tokensOf(accountOf(owner.address))]
    const plan = await page.ready({ to, token, amount: 125n })
    const [note] = plan.notes
    await page.isConfirmed(await page.send(plan))
    expect(await tokensOf(accountOf(to))).toBe(125n)
    expect(await tokensOf(accountOf(owner.address))).toBe(tokens - 125n)
    expect(await lamportsOf(owner.address)).toBe(coins - plan.fee)
    expect(note).toEqual({ type: 'opensAccount', amount: await lamportsOf(accountOf(to)) })

    const again = await page.ready({ to, token, amount: 1n })
    expect([again.notes, again.fee]).toEqual([[], 5_000n])
    page.close()
  })

  test('leaves the account as previewed, with the deposit', async () => {
    const page = open(owner)
    const { address } = owner
    const before = [await lamportsOf(address), await tokensOf(accountOf(address))] as const
    const plan = await page.ready({ to: newSigner().address, token, amount: 77n })
    const found = await foretold(plan.request)
    await page.isConfirmed(await page.send(plan))
    const after = [await lamportsOf(address), await tokensOf(accountOf(address))] as const
    expect(found).toEqual({
      status: 'simulated',
      changes: [
        { address, change: after[0] - before[0] },
        { address, token: mint, change: after[1] - before[1] },
      ],
    })
    page.close()
  })

  test('is not sent as another token, nor without coins for the fee', async () => {
    const page = open(owner)
    const { address: to } = newSigner()
    await expect(page.plan({ to, token: { ...token, decimals: decimals + 1 }, amount: 1n })).rejects.toMatchObject({
      code: 'transaction.unexpected',
    })
    const most = await page.most({ token, amount: 10n ** 18n })
    expect(most).toBe(await tokensOf(accountOf(owner.address)))
    expect((await page.blocked({ to, token, amount: most + 1n })).obstacle).toEqual({ type: 'onlyPart', most })
    // The recipient is a token account instead of its owner.
    const odd = await page.blocked({ to: accountOf(owner.address), token, amount: 1n })
    expect(odd.obstacle).toEqual({ type: 'notAWallet' })
    page.close()

    const poor = await funded(RENT)
    const given = open(owner)
    await given.isConfirmed(await given.send(await given.ready({ to: poor.signer.address, token, amount: 3n })))
    expect((await poor.page.blocked({ to, token, amount: 3n })).obstacle).toEqual({ type: 'short' })
    given.close()
    poor.page.close()
  })
})

const u64 = (value: bigint) => Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
const keyOf = (address: string) => [...(decodeBase58(address) ?? [])]

/** A Token-2022 token with a transfer fee of 2.5 %, at most 5,000, and an owner with a million of it. */
async function tokenWithFee() {
  const [maker, mint] = [(await funded(10n * SOL)).signer, newSigner()]
  const bytes = 166 + 4 + 108
  const rent = BigInt((await ask('getMinimumBalanceForRentExemption', bytes)) as number)
  const on = (...data: number[]): Instruction => ({
    program: TOKEN_2022_PROGRAM,
    accounts: [{ address: mint.address, isWritable: true }],
    data: Uint8Array.from(data),
  })
  const account = associatedAccount(maker.address, mint.address, TOKEN_2022_PROGRAM)
  const instructions: Instruction[] = [
    {
      program: SYSTEM_PROGRAM,
      accounts: [
        { address: maker.address, isSigner: true, isWritable: true },
        { address: mint.address, isSigner: true, isWritable: true },
      ],
      data: Uint8Array.from([0, 0, 0, 0, ...u64(rent), ...u64(BigInt(bytes)), ...keyOf(TOKEN_2022_PROGRAM)]),
    },
    on(26, 0, 0, 0, 250, 0, ...u64(5_000n)),
    on(20, 3, ...keyOf(maker.address), 0),
    openAccount({
      payer: maker.address,
      account,
      owner: maker.address,
      mint: mint.address,
      program: TOKEN_2022_PROGRAM,
    }),
    {
      program: TOKEN_2022_PROGRAM,
      accounts: [
        { address: mint.address, isWritable: true },
        { address: account, isWritable: true },
        { address: maker.address, isSigner: true },
      ],
      data: Uint8Array.from([7, ...u64(1_000_000n)]),
    },
  ]
  const { value } = (await ask('getLatestBlockhash')) as { value: { blockhash: string } }
  const message = compileMessage(maker.address, value.blockhash, instructions)
  await signAndSend(chain.url, Uint8Array.from([2, ...new Uint8Array(128), ...message]), maker, mint)
  return { maker, mint: mint.address }
}

test.each([
  [1_001n, 26n], // 25.025, rounded up as the program does
  [1n, 1n],
  [900_000n, 5_000n],
])('of a transfer of %s of a token with a transfer fee, %s is withheld, as previewed', async (amount, withheld) => {
  const { maker, mint } = await tokenWithFee()
  const page = open(maker)
  const { address: to } = newSigner()
  const plan = await page.ready({ to, token: { address: mint, decimals: 3 }, amount })
  const destination = associatedAccount(to, mint, TOKEN_2022_PROGRAM)
  await page.isConfirmed(await page.send(plan))
  expect(await tokensOf(destination)).toBe(amount - withheld)
  expect(plan.notes).toEqual([
    { type: 'opensAccount', amount: await lamportsOf(destination) },
    { type: 'withheld', amount: withheld },
  ])
  page.close()
})
