/** @jest-environment jsdom */
import { Transaction } from '@scure/btc-signer'
import { until } from '../../services/testing/until'
import { describeOutgoing, outcomeOf, outgoingContext } from '../../shared-contracts/preview/index'
import { type OtherChains, startOtherChains } from '../support/otherChains'
import { remoteCode } from '../support/remoteCode'
import {
  ADDRESS_KINDS,
  type BitcoinSigner,
  bitcoinProvider,
  type Kind,
  newBitcoinSigner,
} from '../support/sending/bitcoinWallet'
import { networkAt, sendingPage } from '../support/sending/page'

/** Bitcoin transactions as the send form builds them, signed by a third-party library and accepted by a real node. */

jest.setTimeout(60_000)

const token = { decimals: 8 }

interface Code {
  virtualBytes(spends: string, inputs: number, outputs: readonly string[]): bigint
}
let code: Code
let chains: OtherChains
beforeAll(async () => {
  code = await remoteCode('send/src/plan/bitcoin/sizes.ts')
  chains = await startOtherChains()
}, 360_000)
afterAll(() => chains?.stop())

async function server(path: string, method = 'GET') {
  const response = await fetch(new URL(path, chains.esploraUrl), { method })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text
}

interface Unspent {
  readonly txid: string
  readonly value: number
}
const unspentOf = (address: string): Promise<readonly Unspent[]> => server(`/address/${address}/utxo`)
const sumOf = async (address: string) => (await unspentOf(address)).reduce((sum, { value }) => sum + BigInt(value), 0n)

/** Gives an address coins of these values, each in a block of its own. */
async function give({ address }: Pick<BitcoinSigner, 'address'>, ...satoshis: readonly number[]) {
  for (const value of satoshis) await server(`/__faucet/${address}/${value}`, 'POST')
  await until(async () => (await unspentOf(address)).length >= satoshis.length)
}

const networkHere = () =>
  networkAt('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', chains.esploraUrl, {
    name: 'Bitcoin',
    symbol: 'BTC',
    decimals: 8,
  })

function open(signer: BitcoinSigner, publicKey: string | undefined = signer.publicKey) {
  const network = networkHere()
  const provider = bitcoinProvider(network, signer)
  return sendingPage({ network, from: signer.address, ...(publicKey && { publicKey }), provider })
}

/** The preview of a request: its words and its changes. */
async function foretold(request: Parameters<typeof outcomeOf>[0]) {
  const around = outgoingContext({ network: networkHere(), account: request.from, holdings: [] })
  const { lines } = describeOutgoing(request, around)
  const outcome = await outcomeOf(request, around, () => Promise.reject(new Error('nobody is to be asked')))
  return { lines: lines.map(({ labelKey, value }) => [labelKey, value]), outcome }
}
const satoshis = (amount: bigint) => ({ type: 'amount', amount, decimals: 8, symbol: 'BTC' })

/** Asks the server for the transaction. */
const told = (hash: string): Promise<{ fee: number; weight: number; vin: { sequence: number }[]; vout: unknown[] }> =>
  server(`/tx/${hash}`)

async function confirmed(page: ReturnType<typeof open>, plan: Parameters<typeof page.send>[0]) {
  const sent = await page.send(plan)
  await server('/__mine/1', 'POST')
  await page.isConfirmed(sent)
  return told(sent.hash)
}

describe.each(ADDRESS_KINDS)('from an address of %s', (kind: Kind) => {
  test('a payment arrives, exact to the satoshi; the change comes back, and the fee is the quoted one', async () => {
    const [visitor, friend] = [newBitcoinSigner(kind), newBitcoinSigner('p2wpkh')]
    await give(visitor, 100_000, 60_000, 30_000)
    const page = open(visitor)
    const plan = await page.ready({ to: friend.address, token, amount: 120_000n })
    const said = await foretold(plan.request)
    const { fee, weight, vin, vout } = await confirmed(page, plan)
    expect(said).toEqual({
      lines: [
        ['preview.amount', satoshis(120_000n)],
        ['preview.receiver', { type: 'address', address: friend.address }],
        ['preview.maxFee', satoshis(BigInt(fee))],
      ],
      outcome: {
        status: 'simulated',
        changes: [{ address: visitor.address, change: (await sumOf(visitor.address)) - 190_000n }],
      },
    })
    expect(BigInt(fee)).toBe(plan.fee)
    expect([await sumOf(friend.address), await sumOf(visitor.address)]).toEqual([120_000n, 70_000n - plan.fee])
    expect([vin.length, vout.length, plan.notes]).toEqual([2, 2, []])
    // The transaction is replaceable, and costs three satoshis a byte, the server's estimate, or slightly more.
    expect(vin.every(({ sequence }) => sequence === 0xffff_fffd)).toBe(true)
    const own = kind === 'p2sh-p2wpkh' ? 'p2sh' : kind
    const bytes = code.virtualBytes(own, 2, ['p2wpkh', own])
    expect([BigInt(fee), BigInt(Math.ceil(weight / 4)) <= bytes]).toEqual([bytes * 3n, true])
    expect(bytes - BigInt(Math.ceil(weight / 4))).toBeLessThanOrEqual(4n)
    page.close()
  })

  test('the maximum is everything except the fee, and nothing is left', async () => {
    const [visitor, friend] = [newBitcoinSigner(kind), newBitcoinSigner('p2tr')]
    await give(visitor, 50_000, 20_000, 1_000_000)
    const page = open(visitor)
    const most = await page.most({ to: friend.address, token, amount: 1_070_000n })
    const plan = await page.ready({ to: friend.address, token, amount: most })
    const { fee, vout } = await confirmed(page, plan)
    expect(most + BigInt(fee)).toBe(1_070_000n)
    expect([vout.length, await unspentOf(visitor.address), await sumOf(friend.address)]).toEqual([1, [], most])
    expect((await page.blocked({ to: friend.address, token, amount: most })).obstacle).toMatchObject({
      type: 'onlyPart',
    })
    page.close()
  })
})

test.each([
  ['slow', 2n],
  ['normal', 3n],
  ['fast', 5n],
] as const)(
  '%s costs %s satoshis a byte: as quoted, in the signed transaction, and on the chain',
  async (speed, rate) => {
    const [visitor, friend] = [newBitcoinSigner('p2wpkh'), newBitcoinSigner('p2tr')]
    await give(visitor, 100_000)
    const page = open(visitor)
    const plan = await page.ready({ to: friend.address, token, amount: 40_000n, speed })
    const said = await foretold(plan.request)
    const { fee, weight } = await confirmed(page, plan)
    const bytes = code.virtualBytes('p2wpkh', 1, ['p2tr', 'p2wpkh'])
    expect([plan.fee, BigInt(fee), said.lines.at(-1)]).toEqual([
      bytes * rate,
      bytes * rate,
      ['preview.maxFee', satoshis(bytes * rate)],
    ])
    expect(BigInt(fee) * 4n >= rate * BigInt(weight)).toBe(true)
    expect(plan.speeds?.map((one) => [one.speed, one.rate, one.blocks, one.fee])).toEqual([
      ['slow', 2_000n, 6, bytes * 2n],
      ['normal', 3_000n, 3, bytes * 3n],
      ['fast', 5_000n, 1, bytes * 5n],
    ])
    page.close()
  },
)

test.each(['slow', 'fast'] as const)('the maximum at speed %s leaves only the fee of that speed', async (speed) => {
  const [visitor, friend] = [newBitcoinSigner('p2wpkh'), newBitcoinSigner('p2wpkh')]
  await give(visitor, 50_000, 20_000)
  const page = open(visitor)
  const amount = await page.most({ to: friend.address, token, amount: 70_000n, speed })
  const plan = await page.ready({ to: friend.address, token, amount, speed })
  const { fee, vout } = await confirmed(page, plan)
  const paid = code.virtualBytes('p2wpkh', 2, ['p2wpkh']) * (speed === 'slow' ? 2n : 5n)
  expect([BigInt(fee), amount + BigInt(fee), vout.length]).toEqual([paid, 70_000n, 1])
  expect([await unspentOf(visitor.address), await sumOf(friend.address)]).toEqual([[], amount])
  page.close()
})

test('change too small to return goes into the fee, and the preview says so', async () => {
  const [visitor, friend] = [newBitcoinSigner('p2wpkh'), newBitcoinSigner('p2wpkh')]
  await give(visitor, 100_000)
  const page = open(visitor)
  const cost = code.virtualBytes('p2wpkh', 1, ['p2wpkh']) * 3n
  // 300 satoshis are left, of which 93 would pay for the change output itself: the rest is dust.
  const plan = await page.ready({ to: friend.address, token, amount: 100_000n - cost - 300n })
  expect([plan.fee, plan.notes]).toEqual([cost + 300n, [{ type: 'changeIsFee', amount: 300n }]])
  const { fee } = await confirmed(page, plan)
  expect([BigInt(fee), await unspentOf(visitor.address)]).toEqual([plan.fee, []])
  page.close()
})

test('unconfirmed change can be sent, but unconfirmed payments from others cannot', async () => {
  const [visitor, friend] = [newBitcoinSigner('p2wpkh'), newBitcoinSigner('p2wpkh')]
  await give(visitor, 100_000)
  const page = open(visitor)
  const first = await page.send(await page.ready({ to: friend.address, token, amount: 10_000n }))
  await until(async () => (await unspentOf(visitor.address)).some(({ txid }) => txid === first.hash))
  // The friend has the coins, but unconfirmed.
  const other = open(friend)
  expect((await other.blocked({ to: visitor.address, token, amount: 5_000n })).obstacle).toEqual({
    type: 'onlyPart',
    most: 0n,
  })
  other.close()
  const second = await page.send(await page.ready({ to: friend.address, token, amount: 20_000n }))
  await server('/__mine/1', 'POST')
  await Promise.all([first, second].map(page.isConfirmed))
  expect(await sumOf(friend.address)).toBe(30_000n)
  page.close()
})

test('an impossible payment is reported before the wallet is asked', async () => {
  const [visitor, friend] = [newBitcoinSigner('p2wpkh'), newBitcoinSigner('p2tr')]
  await give(visitor, 10_000)
  const page = open(visitor)
  const obstacle = async (amount: bigint, to = friend.address) => (await page.blocked({ to, token, amount })).obstacle
  expect(await obstacle(329n)).toEqual({ type: 'tooLittle', least: 330n })
  expect(await obstacle(9_900n)).toEqual({ type: 'short' })
  const mainnet = page.plan({ to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', token, amount: 1_000n })
  await expect(mainnet).rejects.toMatchObject({ code: 'transaction.unexpected' })
  page.close()

  // Without its key, only the hash of such an address is known.
  const nested = newBitcoinSigner('p2sh-p2wpkh')
  await give(nested, 10_000)
  const other = open(nested, newBitcoinSigner('p2wpkh').publicKey)
  const blocked = await other.blocked({ to: friend.address, token, amount: 1_000n })
  expect(blocked.obstacle).toEqual({ type: 'unsupportedAccount' })
  other.close()
})

test('a taproot wallet gets its key in the PSBT only if it matches the address', async () => {
  const visitor = newBitcoinSigner('p2tr')
  await give(visitor, 10_000)
  const keysOf = async (publicKey: string) => {
    const page = open(visitor, publicKey)
    const { request } = await page.ready({ to: visitor.address, token, amount: 5_000n })
    page.close()
    if (request.namespace !== 'bip122') throw new Error('it is for another chain')
    const key = Transaction.fromPSBT(Buffer.from(request.psbt, 'base64')).getInput(0).tapInternalKey
    return key && Buffer.from(key).toString('hex')
  }
  expect(await keysOf(visitor.publicKey)).toBe(visitor.publicKey.slice(2))
  expect(await keysOf(newBitcoinSigner('p2tr').publicKey)).toBeUndefined()
})
