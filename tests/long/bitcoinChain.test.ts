import { randomUUID } from 'node:crypto'
import { HDKey } from 'viem/accounts'
import { toCoins } from '../../local/chains/bitcoin/amounts.ts'
import { createBitcoinRpc } from '../../local/chains/bitcoin/bitcoinRpc.ts'
import { OWNED } from '../../local/chains/bitcoin/seedBitcoin.ts'
import { BITCOIN_ACCOUNTS } from '../../local/chains/developmentAccounts.ts'
import { BITCOIN_CAIP_ID, bitcoindUrl, LOCAL_PROJECT_ID, localPorts } from '../../scripts/local.mjs'
import { developmentSeed } from '../../services/testing/developmentKeys.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'

const WALLET = 'visitor'

/** The version bytes of keys of test networks (BIP 32). */
const TEST_NETWORK = { private: 0x0435_8394, public: 0x0435_87cf }

describeOn('bitcoin')('the local Bitcoin chain', () => {
  const rpc = createBitcoinRpc(bitcoindUrl(localPorts(stack.offset).bitcoind))

  const esplora = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${stack.urls.esplora}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text
  }
  const post = (path: string, body?: string) => esplora(path, { method: 'POST', body })
  const pay = (address: string, satoshis: number) => post(`/__faucet/${address}/${satoshis}`)

  /** An unused address. */
  const newAddress = (type = 'bech32') => rpc.wallet<string>(WALLET, 'getnewaddress', '', type)

  interface Outpoint {
    readonly txid: string
    readonly vout: number
    readonly value: number
  }

  /** Acts like a wallet: builds a PSBT from Esplora's data, signs it and extracts the transaction. */
  async function spend(inputs: readonly Outpoint[], outputs: Readonly<Record<string, number>>, wallet = WALLET) {
    const psbt = await rpc.call<string>(
      'createpsbt',
      inputs.map(({ txid, vout }) => ({ txid, vout })),
      Object.entries(outputs).map(([address, satoshis]) => ({ [address]: toCoins(BigInt(satoshis)) })),
    )
    const processed = await rpc.wallet<{ psbt: string }>(wallet, 'walletprocesspsbt', psbt)
    const { hex, complete } = await rpc.call<{ hex: string; complete: boolean }>('finalizepsbt', processed.psbt)
    expect(complete).toBe(true)
    return hex
  }

  beforeAll(() => rpc.call('createwallet', WALLET))

  /** The keys of a development account as descriptors with checksums. */
  function descriptors(n: number) {
    const key = HDKey.fromMasterSeed(developmentSeed(), TEST_NETWORK).privateExtendedKey
    return Promise.all(
      [`wpkh(${key}/84h/1h/${n}h/0/0)`, `tr(${key}/86h/1h/${n}h/0/0)`].map(async (descriptor) => {
        const { checksum } = await rpc.call<{ checksum: string }>('getdescriptorinfo', descriptor)
        return `${descriptor}#${checksum}`
      }),
    )
  }

  test('is regtest, with the chain id that the page uses', async () => {
    const genesis = await esplora('/block-height/0')
    expect(BITCOIN_CAIP_ID).toBe(`bip122:${genesis.slice(0, 32)}`)
    expect(await esplora(`/block/${genesis}`)).toMatchObject({ height: 0, tx_count: 1, previousblockhash: null })
  })

  test.each(BITCOIN_ACCOUNTS.map((account, n) => ({ ...account, n })))(
    'account $n comes from the development mnemonic and owns confirmed coins',
    async ({ payment, ordinal, n }) => {
      const derived = await Promise.all(
        (await descriptors(n)).map((descriptor) => rpc.call<string[]>('deriveaddresses', descriptor)),
      )
      expect(derived.flat()).toEqual([payment, ordinal])
      for (const [address, owned] of [
        [payment, OWNED[n]?.payment],
        [ordinal, OWNED[n]?.ordinal],
      ] as const) {
        const { chain_stats } = await esplora(`/address/${address}`)
        expect(chain_stats.funded_txo_sum).toBeGreaterThanOrEqual(Number(owned))
      }
    },
  )

  test('spends from both kinds of development addresses with one PSBT', async () => {
    const [account] = BITCOIN_ACCOUNTS
    if (!account) throw new Error('There is no account.')
    // A new name each time, because failed tests are retried.
    const wallet = `development-${randomUUID()}`
    await rpc.call('createwallet', wallet, false, true)
    const wanted = (await descriptors(0)).map((desc) => ({ desc, timestamp: 0 }))
    const imported = await rpc.wallet<{ success: boolean }[]>(wallet, 'importdescriptors', wanted)
    expect(imported.every(({ success }) => success)).toBe(true)

    const coinsOf = (address: string): Promise<Outpoint[]> => esplora(`/address/${address}/utxo`)
    // Other tests may have added outputs to this account.
    const [[first, ...others], [second, ...otherOrdinals]] = await Promise.all([
      coinsOf(account.payment),
      coinsOf(account.ordinal),
    ])
    if (!first || !second) throw new Error('The account owns nothing.')
    const names = (coins: readonly Outpoint[]) => coins.map(({ txid, vout }) => `${txid}:${vout}`).sort()
    const recipient = await newAddress('bech32m')
    // Other tests may have spent most of what the account had.
    const paid = Math.floor((first.value + second.value) / 3)
    const change = first.value + second.value - paid - 2_000
    const hex = await spend([first, second], { [recipient]: paid, [account.payment]: change }, wallet)
    const txid = await post('/tx', hex)

    // Not in a block yet.
    expect(await esplora(`/tx/${txid}`)).toMatchObject({ fee: 2_000, status: { confirmed: false } })
    expect(names(await coinsOf(account.ordinal))).toEqual(names(otherOrdinals))
    const left = await coinsOf(account.payment)
    expect(names(left)).toEqual(names([...others, { txid, vout: 1, value: change }]))
    expect(left).toContainEqual(expect.objectContaining({ txid, vout: 1, value: change }))
    expect(await esplora(`/address/${recipient}`)).toMatchObject({
      chain_stats: { tx_count: 0 },
      mempool_stats: { tx_count: 1, funded_txo_sum: paid },
    })
    expect(await esplora(`/tx/${first.txid}/outspend/${first.vout}`)).toMatchObject({ spent: true, txid, vin: 0 })

    await post('/__mine/1')
    expect(await esplora(`/tx/${txid}/status`)).toMatchObject({
      confirmed: true,
      block_height: Number(await esplora('/blocks/tip/height')),
    })
    const [latest, ...before] = await esplora(`/address/${account.payment}/txs`)
    expect(latest).toMatchObject({ txid, status: { confirmed: true } })
    expect(before.length).toBeGreaterThan(0)
    expect(await esplora(`/tx/${txid}/hex`)).toBe(hex)
    // Restores the balance that other tests expect of this account.
    await pay(account.ordinal, second.value)
  })

  test("refuses a transaction changed after signing, with the node's reason", async () => {
    const address = await newAddress()
    await pay(address, 100_000)
    const [coin] = await esplora(`/address/${address}/utxo`)
    const hex = await spend([coin], { [await newAddress()]: 99_000 })
    // Takes one satoshi from the output of 99,000 satoshis, whose amount is in little endian.
    const changed = hex.replace('b882010000000000', 'b782010000000000')
    expect(changed).not.toBe(hex)
    await expect(post('/tx', changed)).rejects.toThrow(/^400 sendrawtransaction RPC error: .*script-verify-flag/)
    await expect(post('/tx', 'nonsense')).rejects.toThrow(/^400 sendrawtransaction RPC error: .*"code":-22/)
  })

  test('forgets a transaction replaced by another one with a higher fee', async () => {
    const address = await newAddress()
    await pay(address, 100_000)
    const [coin] = await esplora(`/address/${address}/utxo`)
    const recipient = await newAddress()
    const first = await post('/tx', await spend([coin], { [recipient]: 99_000 }))
    expect(await esplora(`/address/${recipient}/txs/mempool`)).toHaveLength(1)
    const second = await post('/tx', await spend([coin], { [recipient]: 90_000 }))
    await expect(esplora(`/tx/${first}`)).rejects.toThrow('404 Transaction not found')
    expect(await esplora(`/address/${recipient}/utxo`)).toMatchObject([{ txid: second, value: 90_000 }])
    expect(await esplora(`/tx/${coin.txid}/outspend/${coin.vout}`)).toMatchObject({ txid: second })
  })

  test('an unconfirmed transaction that spends another unconfirmed one is shown with its fee and inputs', async () => {
    const address = await newAddress()
    await pay(address, 100_000)
    const [coin] = await esplora(`/address/${address}/utxo`)
    const middle = await newAddress()
    const parent = await post('/tx', await spend([coin], { [middle]: 99_000 }))
    const [waiting] = await esplora(`/address/${middle}/utxo`)
    const child = await post('/tx', await spend([waiting], { [await newAddress()]: 98_000 }))
    expect(await esplora(`/tx/${child}`)).toMatchObject({
      fee: 1_000,
      vin: [{ txid: parent, prevout: { value: 99_000 } }],
    })
  })

  test('follows the node to another branch', async () => {
    const address = await newAddress()
    const txid = await pay(address, 100_000)
    expect(await esplora(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })
    await rpc.call('invalidateblock', await esplora('/blocks/tip/hash'))
    expect(await esplora(`/tx/${txid}/status`)).toEqual({ confirmed: false })
    // Mined to another address, so that the block differs from the one just invalidated.
    const [hash] = await rpc.call<string[]>('generatetoaddress', 1, await newAddress())
    expect(await esplora(`/tx/${txid}/status`)).toMatchObject({ confirmed: true, block_hash: hash })
  })

  test('serves a long history in pages', async () => {
    const address = await newAddress()
    const paid: string[] = []
    for (let count = 0; count < 27; count++) paid.unshift(await pay(address, 10_000 + count))
    const ids = (transactions: { txid: string }[]) => transactions.map(({ txid }) => txid)
    const first = ids(await esplora(`/address/${address}/txs`))
    expect(first).toEqual(paid.slice(0, 25))
    expect(ids(await esplora(`/address/${address}/txs/chain/${first.at(-1)}`))).toEqual(paid.slice(25))
    expect(await esplora(`/address/${address}/txs/chain/${paid.at(-1)}`)).toEqual([])
  })

  test.each([
    ['an invalid address', '/address/bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnux/utxo', 400],
    ['a mainnet address', '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 400],
    ['an unknown transaction', `/tx/${'0'.repeat(64)}`, 404],
    ['a block that does not exist yet', '/block-height/9999999', 404],
    ['a route that does not exist', '/address', 404],
  ])('answers %s with an error that a page can read', async (_, path, status) => {
    const response = await fetch(`${stack.urls.esplora}${path}`)
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test("refuses a payment above the faucet's balance", async () => {
    await expect(pay(await newAddress(), 2_100_000_000_000_000)).rejects.toThrow(/^400 /)
    await expect(pay('nobody-at-all', 1)).rejects.toThrow(/^404 /)
    await expect(post('/__mine/0')).rejects.toThrow(/^400 /)
  })

  test('works as a node of the services', async () => {
    const url = `${stack.urls.services}/v1/?chainId=${BITCOIN_CAIP_ID}&projectId=${LOCAL_PROJECT_ID}`
    expect(await askChain(url, 'getblockhash', [0])).toBe(await esplora('/block-height/0'))
  })
})
