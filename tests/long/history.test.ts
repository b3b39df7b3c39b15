import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem } from '@portico/contracts/services/history'
import { formatUnits, parseUnits } from 'viem'
import { type BitcoinRpc, createBitcoinRpc } from '../../local/chains/bitcoin/bitcoinRpc'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM } from '../../local/chains/solana/programs'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens'
import { createChains } from '../../services/src/blockchainApi/chains'
import { esploraHistory } from '../../services/src/blockchainApi/history/esploraHistory'
import type { HistorySource } from '../../services/src/blockchainApi/history/historySource'
import { solanaHistory } from '../../services/src/blockchainApi/history/solanaHistory'
import { createTokenDirectory } from '../../services/src/blockchainApi/tokenDirectory'
import { solanaKey } from '../../services/testing/developmentKeys'
import { freeUrl } from '../../services/testing/fakeNode'
import { describeHistory, type HistoryCase, wholeHistory } from '../../services/testing/historySuite'
import { type OtherChains, startOtherChains } from '../support/otherChains'

jest.setTimeout(60_000)

const SOLANA: CaipNetworkId = 'solana:local'
const REGTEST: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
/** The address of a version 0 witness program that BIP 173 gives as an example, encoded for regtest. */
const BITCOIN_STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const SOL = 1_000_000_000n
const FEE = 5_000n

/**
 * The package that feeds LiteSVM also contains a client. The test installs the package when it runs, so there are no
 * types for either.
 */
type Packages = ReturnType<typeof JSON.parse>
let kit: Packages
let system: Packages
let token: Packages

let chains: OtherChains
let unreachable: URL
let bitcoind: BitcoinRpc

beforeAll(async () => {
  ;[unreachable, chains] = await Promise.all([freeUrl(), startOtherChains()])
  bitcoind = createBitcoinRpc(chains.bitcoindUrl.href)
  const load = createRequire(join(chains.modules, 'package.json'))
  kit = load('@solana/kit')
  system = load('@solana-program/system')
  token = load('@solana-program/token')
}, 360_000)

afterAll(() => chains?.stop())

const moved = (items: readonly HistoryItem[], symbol: string, decimals: number) =>
  items
    .flatMap(({ transfers }) => transfers ?? [])
    .filter(({ fungible_info }) => fungible_info?.symbol === symbol)
    .reduce((total, { direction, quantity }) => {
      const amount = parseUnits(quantity.numeric, decimals)
      if (direction === 'self') return total
      return total + (direction === 'in' ? amount : -amount)
    }, 0n)
const hashesOf = (items: readonly HistoryItem[]) => items.map(({ metadata }) => metadata.hash)

describe('Solana', () => {
  const tokens = createTokenDirectory(
    SOLANA_TOKENS.map(({ address, name, symbol, decimals }) => ({ caip2: SOLANA, address, name, symbol, decimals })),
  )
  const solanaAt = (url: URL): HistorySource =>
    solanaHistory({ chains: createChains(new Map([[SOLANA, [url]]])), tokens })

  async function ask<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const answer = await fetch(chains.solanaUrl, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await answer.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }

  const developmentSigner = (n: number) => kit.createKeyPairSignerFromBytes(solanaKey(n).bytes)

  async function funded(sol = 10n) {
    const signer = await kit.generateKeyPairSigner()
    await ask('requestAirdrop', signer.address, Number(sol * SOL))
    return signer
  }

  const latestBlockhash = async () => (await ask<{ value: { blockhash: string } }>('getLatestBlockhash')).value

  /** Identical instructions with the same blockhash would be the same transaction. */
  async function anotherBlockhash() {
    const { blockhash } = await latestBlockhash()
    while ((await latestBlockhash()).blockhash === blockhash) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async function send(payer: Packages, instructions: readonly Packages[], skipPreflight = false): Promise<string> {
    const value = await latestBlockhash()
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (empty: Packages) => kit.setTransactionMessageFeePayerSigner(payer, empty),
      (paid: Packages) => kit.setTransactionMessageLifetimeUsingBlockhash(value, paid),
      (timed: Packages) => kit.appendTransactionMessageInstructions(instructions, timed),
    )
    const wire = kit.getBase64EncodedWireTransaction(await kit.signTransactionMessageWithSigners(message))
    return ask('sendTransaction', wire, { encoding: 'base64', skipPreflight })
  }

  const pay = (source: Packages, destination: string, amount: bigint) =>
    system.getTransferSolInstruction({ source, destination, amount })
  const accountOf = async (owner: string, mint: string, tokenProgram: string): Promise<string> =>
    (await token.findAssociatedTokenPda({ owner, mint, tokenProgram }))[0]

  const history = (address: string) => wholeHistory(solanaAt(chains.solanaUrl), SOLANA, address)
  const newest = async (address: string) => (await history(address))[0]

  describe('LiteSVM', () => {
    let owner: string
    let hashes: string[]
    beforeAll(async () => {
      ;({ address: owner } = await kit.generateKeyPairSigner())
      for (let count = 1; count <= 45; count++) await ask('requestAirdrop', owner, count * 1_000_000)
      const told = await ask<{ signature: string }[]>('getSignaturesForAddress', owner)
      hashes = told.map(({ signature }) => signature)
      expect(hashes).toHaveLength(45)
    })
    describeHistory(
      'as a source',
      (): HistoryCase => ({
        source: solanaAt(chains.solanaUrl),
        caipNetworkId: SOLANA,
        unserved: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        owner,
        hashes,
        newest: {
          metadata: expect.objectContaining({ operationType: 'receive', sentTo: owner, status: 'confirmed', nonce: 0 }),
          transfers: [
            { fungible_info: { name: 'Solana', symbol: 'SOL' }, direction: 'in', quantity: { numeric: '0.045' } },
          ],
        },
        stranger: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxE',
        nobody: solanaAt(unreachable),
      }),
    )
  })

  test('lists sent coins, with sender, recipient and time as on the chain', async () => {
    const payer = await funded()
    const { address: recipient } = await kit.generateKeyPairSigner()
    const hash = await send(payer, [pay(payer, recipient, SOL / 4n)])
    const { blockTime } = await ask<{ blockTime: number }>('getTransaction', hash, {
      maxSupportedTransactionVersion: 0,
    })
    const metadata = {
      hash,
      minedAt: new Date(blockTime * 1_000).toISOString(),
      sentFrom: payer.address,
      sentTo: recipient,
      status: 'confirmed',
    }
    expect(await newest(payer.address)).toMatchObject({
      metadata: { operationType: 'send', ...metadata },
      transfers: [{ direction: 'out', quantity: { numeric: '0.25' } }],
    })
    expect(await newest(recipient)).toMatchObject({
      metadata: { operationType: 'receive', ...metadata },
      transfers: [{ direction: 'in', quantity: { numeric: '0.25' } }],
    })
    await send(payer, [pay(payer, payer.address, 7n)])
    expect(await newest(payer.address)).toMatchObject({
      metadata: { operationType: 'send', sentTo: payer.address },
      transfers: [{ direction: 'self', quantity: { numeric: '0.000000007' } }],
    })
  })

  test.each(SOLANA_TOKENS)('lists $symbol, even when only the token account is named', async (kind) => {
    const { address: mint, program, symbol, name, decimals } = kind
    const owner = await developmentSigner(3)
    const { address: recipient } = await kit.generateKeyPairSigner()
    const [source, destination] = await Promise.all([
      accountOf(owner.address, mint, program),
      accountOf(recipient, mint, program),
    ])
    const create = await token.getCreateAssociatedTokenIdempotentInstructionAsync({
      payer: owner,
      owner: recipient,
      mint,
      tokenProgram: program,
    })
    const move = (amount: bigint) =>
      token.getTransferCheckedInstruction(
        { source, mint, destination, authority: owner, amount, decimals },
        { programAddress: program },
      )
    const first = await send(owner, [create, move(125n)])
    const { value: rent } = await ask<{ value: number }>('getBalance', destination)
    expect(await newest(owner.address)).toMatchObject({
      metadata: { operationType: 'send', hash: first, sentFrom: owner.address, sentTo: recipient },
      transfers: [
        { fungible_info: { name, symbol }, direction: 'out' },
        { fungible_info: { symbol: 'SOL' }, direction: 'out', quantity: { numeric: formatUnits(BigInt(rent), 9) } },
      ],
    })

    const second = await send(owner, [move(1n)])
    const named = await ask<{ signature: string }[]>('getSignaturesForAddress', recipient)
    expect(named.map(({ signature }) => signature)).not.toContain(second)
    const items = await history(recipient)
    expect(hashesOf(items)).toEqual([second, first])
    expect(items[0]).toMatchObject({
      metadata: { operationType: 'receive', sentFrom: owner.address, sentTo: recipient },
      transfers: [{ fungible_info: { name, symbol }, direction: 'in' }],
    })
    expect(moved(items, symbol, decimals)).toBe(126n)
    expect(await ask('getTokenAccountBalance', destination)).toMatchObject({ value: { amount: '126' } })
  })

  test('lists failed transactions, created accounts and program calls', async () => {
    const payer = await funded(2n)
    const { address: recipient } = await kit.generateKeyPairSigner()
    const failed = await send(payer, [pay(payer, recipient, 3n * SOL)], true)
    expect(await newest(payer.address)).toMatchObject({
      metadata: { operationType: 'send', hash: failed, status: 'failed', sentTo: recipient },
      transfers: [],
    })

    const [{ address: mint = '', program = '' } = {}] = SOLANA_TOKENS
    const own = { payer, owner: payer.address, mint, tokenProgram: program }
    await send(payer, [await token.getCreateAssociatedTokenIdempotentInstructionAsync(own)])
    expect(await newest(payer.address)).toMatchObject({
      metadata: { operationType: 'deploy', sentTo: await accountOf(payer.address, mint, program) },
      transfers: [{ fungible_info: { symbol: 'SOL' }, direction: 'out' }],
    })
    await anotherBlockhash()
    // The account already exists, so the program has nothing to do.
    await send(payer, [await token.getCreateAssociatedTokenIdempotentInstructionAsync(own)])
    expect(await newest(payer.address)).toMatchObject({
      metadata: { operationType: 'execute', sentTo: ASSOCIATED_TOKEN_PROGRAM },
      transfers: [],
    })
    await send(payer, [{ programAddress: MEMO_PROGRAM, accounts: [], data: new TextEncoder().encode('hello') }])
    expect(await newest(payer.address)).toMatchObject({
      metadata: { operationType: 'execute', sentTo: MEMO_PROGRAM, application: { name: 'spl-memo' } },
    })
  })

  test('lists changes that add up to the balances on the chain, to the last unit', async () => {
    const visitor = await funded()
    const owner = await developmentSigner(4)
    for (const { address: mint, program, decimals } of SOLANA_TOKENS) {
      const [source, destination] = await Promise.all([
        accountOf(owner.address, mint, program),
        accountOf(visitor.address, mint, program),
      ])
      const accounts = { payer: visitor, owner: visitor.address, mint, tokenProgram: program }
      const create = await token.getCreateAssociatedTokenIdempotentInstructionAsync(accounts)
      const move = (from: string, to: string, authority: Packages, amount: bigint) =>
        token.getTransferCheckedInstruction(
          { source: from, mint, destination: to, authority, amount, decimals },
          { programAddress: program },
        )
      await send(visitor, [create])
      await send(owner, [move(source, destination, owner, 250n), pay(owner, visitor.address, 12_345n)])
      await send(visitor, [move(destination, source, visitor, 99n), pay(visitor, owner.address, 1_000_000n)])
      await send(visitor, [move(destination, source, visitor, 99_999n)], true)
    }
    const items = await history(visitor.address)
    expect(hashesOf(items)).toHaveLength(9)
    expect(items.filter(({ metadata }) => metadata.status === 'failed')).toHaveLength(2)

    const details = await Promise.all(
      hashesOf(items).map((hash) =>
        ask<Packages>('getTransaction', hash, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }),
      ),
    )
    const paid = details.filter(({ transaction }) => transaction.message.accountKeys[0].pubkey === visitor.address)
    expect(paid).toHaveLength(6)
    const { value: balance } = await ask<{ value: number }>('getBalance', visitor.address)
    expect(moved(items, 'SOL', 9) - FEE * BigInt(paid.length)).toBe(BigInt(balance))
    for (const { address: mint, program, symbol, decimals } of SOLANA_TOKENS) {
      const account = await accountOf(visitor.address, mint, program)
      const { value } = await ask<{ value: { amount: string } }>('getTokenAccountBalance', account)
      expect(moved(items, symbol, decimals)).toBe(BigInt(value.amount))
    }
  })
})

describe('Bitcoin', () => {
  const esploraAt = (url: URL): HistorySource => esploraHistory(new Map([[REGTEST, [url]]]))
  const history = (address: string) => wholeHistory(esploraAt(chains.esploraUrl), REGTEST, address)
  const VISITOR = 'visitor'

  async function post<Result>(path: string): Promise<Result> {
    const answer = await fetch(new URL(path, chains.esploraUrl), { method: 'POST' })
    if (answer.status !== 200) throw new Error(await answer.text())
    const text = await answer.text()
    return (text.startsWith('[') ? JSON.parse(text) : text) as Result
  }
  /** Makes the faucet pay; the payment gets a block of its own. @returns the transaction id */
  const receive = (address: string, satoshis: number) => post<string>(`/__faucet/${address}/${satoshis}`)
  const mine = (blocks: number) => post<string[]>(`/__mine/${blocks}`)
  /** Makes the node pay; no block confirms the payment yet. */
  const receiveLater = (address: string, coins: string) =>
    bitcoind.wallet<string>('faucet', 'sendtoaddress', address, coins)

  const newAddress = () => bitcoind.wallet<string>(VISITOR, 'getnewaddress', '', 'bech32')
  beforeAll(() => bitcoind.call('createwallet', VISITOR))

  const statsOf = async (address: string) =>
    (await (await fetch(new URL(`/address/${address}`, chains.esploraUrl))).json()) as Record<
      'chain_stats' | 'mempool_stats',
      { readonly funded_txo_sum: number; readonly spent_txo_sum: number }
    >

  describe('regtest', () => {
    let owner: string
    const hashes: string[] = []
    beforeAll(async () => {
      owner = await newAddress()
      for (let count = 1; count <= 55; count++) hashes.unshift(await receive(owner, count * 1_000))
      hashes.unshift(await receiveLater(owner, '0.00077'))
    })
    describeHistory(
      'as a source',
      (): HistoryCase => ({
        source: esploraAt(chains.esploraUrl),
        caipNetworkId: REGTEST,
        unserved: BITCOIN,
        owner,
        hashes,
        newest: {
          metadata: expect.objectContaining({ operationType: 'receive', sentTo: owner, status: 'pending', nonce: 0 }),
          transfers: [
            { fungible_info: { name: 'Bitcoin', symbol: 'BTC' }, direction: 'in', quantity: { numeric: '0.00077' } },
          ],
        },
        stranger: BITCOIN_STRANGER,
        nobody: esploraAt(unreachable),
      }),
    )

    test('continues after the last item of a page, even if a reorganization has removed its block and all later ones', async () => {
      await mine(1)
      const source = esploraAt(chains.esploraUrl)
      const { entries } = await source.page(REGTEST, owner)
      const last = entries.length - 1
      expect((await entries[last]?.read())?.metadata.hash).toBe(hashes[last])
      const { blockhash } = await bitcoind.call<{ blockhash: string }>('getrawtransaction', hashes[last], 1)
      await bitcoind.call('invalidateblock', blockhash)
      try {
        const now = await Promise.all((await source.page(REGTEST, owner)).entries.map((entry) => entry.read()))
        const inBlocks = now.filter(({ metadata }) => metadata.status === 'confirmed')
        expect(hashesOf(inBlocks)).toEqual(hashes.slice(last + 1, last + 1 + inBlocks.length))
        const next = await source.page(REGTEST, owner, entries[last]?.after)
        const items = await Promise.all(next.entries.map((entry) => entry.read()))
        expect(hashesOf(items)).toEqual(hashes.slice(last + 1, last + 1 + items.length))
        expect(items.length).toBeGreaterThan(20)
      } finally {
        await bitcoind.call('reconsiderblock', blockhash)
      }
    })
  })

  interface Told {
    readonly txid: string
    readonly amount: number
    readonly fee: number
    readonly blocktime?: number
  }

  /** Pays, and returns the change to the same address. @returns the transaction id */
  async function send(from: string, to: string, coins: string): Promise<string> {
    const options = { change_address: from, add_to_wallet: true }
    const { txid } = await bitcoind.wallet<{ txid: string }>(
      VISITOR,
      'send',
      { [to]: coins },
      null,
      'unset',
      5,
      options,
    )
    return txid
  }

  test("lists sent coins exact to the satoshi, as the node's wallet reports them: first pending, then in a block", async () => {
    const owner = await newAddress()
    const earlier = await bitcoind.wallet<{ txid: string; vout: number }[]>(VISITOR, 'listunspent', 0)
    await bitcoind.wallet(
      VISITOR,
      'lockunspent',
      false,
      earlier.map(({ txid, vout }) => ({ txid, vout })),
    )
    const received = await receive(owner, 10_000_000)
    const txid = await send(owner, BITCOIN_STRANGER, '0.0123')
    const told = await bitcoind.wallet<Told>(VISITOR, 'gettransaction', txid)
    const [pending] = await history(owner)
    expect(pending).toMatchObject({
      metadata: { operationType: 'send', hash: txid, status: 'pending', sentFrom: owner, sentTo: BITCOIN_STRANGER },
      transfers: [{ direction: 'out', quantity: { numeric: (-told.amount).toString() } }],
    })

    await mine(1)
    const { blocktime = 0 } = await bitcoind.wallet<Told>(VISITOR, 'gettransaction', txid)
    const items = await history(owner)
    expect(hashesOf(items)).toEqual([txid, received])
    expect(items[0]?.metadata).toMatchObject({
      status: 'confirmed',
      minedAt: new Date(blocktime * 1_000).toISOString(),
    })

    const fee = BigInt(Math.round(-told.fee * 1e8))
    const { chain_stats, mempool_stats } = await statsOf(owner)
    expect(mempool_stats.funded_txo_sum).toBe(0)
    expect(moved(items, 'BTC', 8) - fee).toBe(BigInt(chain_stats.funded_txo_sum - chain_stats.spent_txo_sum))
  })

  test('a reorganization removes a block: its transactions are pending until another block has them', async () => {
    const owner = await newAddress()
    const kept = await receive(owner, 5_000)
    const undone = await receive(owner, 7_000)
    const height = await bitcoind.call<number>('getblockcount')
    const block = await bitcoind.call<string>('getblockhash', height)
    const states = async () => (await history(owner)).map(({ metadata: { hash, status } }) => [hash, status])
    expect(await states()).toEqual([
      [undone, 'confirmed'],
      [kept, 'confirmed'],
    ])

    await bitcoind.call('invalidateblock', block)
    expect(await states()).toEqual([
      [undone, 'pending'],
      [kept, 'confirmed'],
    ])
    // Another branch wins, without the transaction.
    const miner = await bitcoind.wallet<string>('faucet', 'getnewaddress')
    for (let count = 0; count < 2; count++) await bitcoind.call('generateblock', miner, [])
    expect(await states()).toEqual([
      [undone, 'pending'],
      [kept, 'confirmed'],
    ])
    const [again = ''] = await mine(1)
    const { time } = await bitcoind.call<{ time: number }>('getblockheader', again)
    const items = await history(owner)
    expect(items.map(({ metadata: { hash, status } }) => [hash, status])).toEqual([
      [undone, 'confirmed'],
      [kept, 'confirmed'],
    ])
    expect(items[0]?.metadata.minedAt).toBe(new Date(time * 1_000).toISOString())
  })

  test('lists mining rewards, and refuses an address with a wrong checksum', async () => {
    const owner = await newAddress()
    await bitcoind.call('generatetoaddress', 1, owner)
    expect((await history(owner))[0]).toMatchObject({
      metadata: { operationType: 'mint', sentTo: owner, status: 'confirmed' },
      transfers: [{ direction: 'in' }],
    })
    const wrong = esploraAt(chains.esploraUrl).page(REGTEST, `${owner.slice(0, -1)}${owner.endsWith('q') ? 'p' : 'q'}`)
    await expect(wrong).rejects.toMatchObject({ code: 'address.malformed', status: 400 })
  })
})
