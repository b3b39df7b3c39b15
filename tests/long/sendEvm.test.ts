/** @jest-environment jsdom */
import type { SentTransaction } from '@portico/contracts'
import { createTestClient, erc20Abi, type Hex, http, publicActions, toHex, walletActions } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { LOCAL_TOKENS } from '../../local/chains/evmContracts'
import { seedEvmChain } from '../../local/chains/seedEvmChain'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil'
import { freeUrl } from '../../services/testing/fakeNode'
import { mined } from '../../services/testing/mined'
import { until } from '../../services/testing/until'
import { type AskNode, outcomeOf, outgoingContext } from '../../shared-contracts/preview/index'
import { mintData } from '../browser/support/evmChain'
import { evmProvider } from '../support/sending/evmWallet'
import { networkAt, sendingPage } from '../support/sending/page'

/** EVM transactions as the send form builds them, signed with a real key and executed by a real node. */

jest.setTimeout(60_000)

const ETHER = 10n ** 18n
const coin = { decimals: 18 }
const [dollar] = LOCAL_TOKENS
if (!dollar) throw new Error('There is no token.')
const token = { address: dollar.address, decimals: dollar.decimals }

let evm: LocalEvmChain
beforeAll(async () => {
  evm = await startAnvil({ chainId: 31337, port: Number((await freeUrl()).port) })
  await seedEvmChain(evm.rpcUrl)
})
afterAll(async () => {
  evm?.stop()
  await evm?.ended
})

const client = () =>
  createTestClient({ mode: 'anvil', transport: http(evm.rpcUrl) })
    .extend(walletActions)
    .extend(publicActions)
const coinsOf = (address: Hex) => client().getBalance({ address })
const dollarsOf = (owner: Hex) =>
  client().readContract({ abi: erc20Abi, address: token.address, functionName: 'balanceOf', args: [owner] })
async function costOf({ hash }: SentTransaction) {
  const { gasUsed, effectiveGasPrice } = await mined(client(), hash as Hex)
  return gasUsed * effectiveGasPrice
}
const stranger = () => privateKeyToAccount(generatePrivateKey()).address

const network = () => networkAt('eip155:31337', new URL(evm.rpcUrl), { name: 'Local', symbol: 'ETH', decimals: 18 })

/** The preview's changes on this chain. */
function foretold(request: Parameters<typeof outcomeOf>[0]) {
  const around = outgoingContext({ network: { ...network(), id: 31337 }, account: request.from, holdings: [] })
  const ask: AskNode = (method, params) => client().request({ method, params } as never)
  return outcomeOf(request, around, ask)
}

const open = (account: PrivateKeyAccount) =>
  sendingPage({ network: network(), from: account.address, provider: evmProvider(evm.rpcUrl, account) })

/** An account with coins, and dollars if requested. */
async function funded(wei = ETHER, dollars = 0n) {
  const account = privateKeyToAccount(generatePrivateKey())
  const { address } = account
  await client().setBalance({ address, value: wei })
  if (dollars > 0n) {
    const maker = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
    const data = mintData(address, dollars)
    await mined(client(), await client().sendTransaction({ account: maker, chain: null, to: token.address, data }))
  }
  return { address, page: open(account) }
}

test('exactly the sent coins arrive, as previewed, and the fee is not above the quoted one', async () => {
  const { address, page } = await funded()
  const to = stranger()
  const plan = await page.ready({ to, token: coin, amount: 123_456_789_123_456_789n })
  const found = await foretold(plan.request)
  const sent = await page.send(plan)
  await page.isConfirmed(sent)
  const cost = await costOf(sent)
  expect([await coinsOf(to), cost <= plan.fee]).toEqual([123_456_789_123_456_789n, true])
  const change = (await coinsOf(address)) - ETHER + cost
  expect(found).toMatchObject({ status: 'simulated', changes: [{ address: address.toLowerCase(), change }] })
  page.close()
})

test('tokens arrive, and the changes are as previewed', async () => {
  const { address, page } = await funded(ETHER, 100_000_000n)
  const to = stranger()
  const plan = await page.ready({ to, token, amount: 12_345_678n })
  const found = await foretold(plan.request)
  await page.isConfirmed(await page.send(plan))
  const change = (await dollarsOf(address)) - 100_000_000n
  expect([await dollarsOf(to), change]).toEqual([12_345_678n, -12_345_678n])
  const changed = { address: address.toLowerCase(), token: token.address.toLowerCase(), change }
  expect(found).toMatchObject({ status: 'simulated', changes: [changed] })
  page.close()
})

test('the maximum is executed, and almost nothing is left', async () => {
  const { address, page } = await funded()
  const to = stranger()
  const most = await page.most({ to, token: coin, amount: ETHER })
  const sent = await page.send(await page.ready({ to, token: coin, amount: most }))
  await page.isConfirmed(sent)
  const left = await coinsOf(address)
  expect([await coinsOf(to), most + left + (await costOf(sent)), left < ETHER / 100n]).toEqual([most, ETHER, true])
  page.close()
})

test('insufficient funds are reported before the wallet is asked', async () => {
  const { page } = await funded(1_000n, 5_000_000n)
  const to = stranger()
  expect((await page.blocked({ to, token: coin, amount: 1_000n })).obstacle).toEqual({ type: 'short' })
  expect((await page.blocked({ to, token, amount: 1_000_000n })).obstacle).toEqual({ type: 'short' })
  const rich = await funded(ETHER, 5_000_000n)
  await expect(rich.page.plan({ to, token, amount: 5_000_001n })).rejects.toMatchObject({ code: 'node.refused' })
  page.close()
  rich.page.close()
})

describe('without automatic mining', () => {
  beforeEach(() => client().setAutomine(false))
  afterEach(async () => {
    await client().setAutomine(true)
    await client().mine({ blocks: 1 })
  })
  const pending = ({ hash }: SentTransaction) =>
    until(async () => Boolean(await client().getTransaction({ hash: hash as Hex })))

  test('a reverted transaction is reported as failed, and costs only its fee', async () => {
    await client().setAutomine(true)
    const { address, page } = await funded(ETHER, 50_000_000n)
    await client().setAutomine(false)
    const code = await client().getCode({ address: token.address })
    const sent = await page.send(await page.ready({ to: stranger(), token, amount: 7_000_000n }))
    try {
      await client().setCode({ address: token.address, bytecode: '0x60006000fd' })
      await client().mine({ blocks: 1 })
      await page.became(sent, 'failed')
    } finally {
      await client().setCode({ address: token.address, bytecode: code ?? '0x' })
    }
    expect([await dollarsOf(address), ETHER - (await coinsOf(address))]).toEqual([50_000_000n, await costOf(sent)])
    page.close()
  })

  test('a replaced transaction is reported as replaced', async () => {
    const { address, page } = await funded()
    const [to, other] = [stranger(), stranger()]
    const sent = await page.send(await page.ready({ to, token: coin, amount: ETHER / 4n }))
    await pending(sent)
    const { nonce, maxFeePerGas = 0n } = await client().getTransaction({ hash: sent.hash as Hex })
    await client().impersonateAccount({ address })
    // Waits until the nonce is known.
    await page.became(sent, 'pending')
    await page.isSeen(sent)
    await client().request({
      method: 'eth_sendTransaction',
      params: [
        {
          from: address,
          to: other,
          value: '0x1',
          nonce: toHex(nonce),
          gasPrice: toHex(maxFeePerGas * 3n),
          gas: '0x5208',
        },
      ],
    } as never)
    await client().mine({ blocks: 1 })
    await page.became(sent, 'replaced')
    expect([await coinsOf(to), await coinsOf(other)]).toEqual([0n, 1n])
    page.close()
  })
})
