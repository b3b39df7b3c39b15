import { networks, Psbt } from 'bitcoinjs-lib'
import type { BitcoinWalletName } from '../../host/playground/bitcoinWallets.ts'
import { createBitcoinAddresses } from '../../host/playground/wallet/bitcoin/createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from '../../host/playground/wallet/bitcoin/developmentKeys.ts'
import type { BitcoinProvider } from '../../host/src/chains/bip122/provider.ts'
import { BITCOIN_ACCOUNTS } from '../../local/chains/developmentAccounts.ts'
import { describeOn, stack } from '../browser/support/stack.ts'
import { succeedsNow, walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'
import { BITCOIN_VISITOR, inBitcoinWallet, timesAsked } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const { payment, ordinals } = BITCOIN_VISITOR
const [, SECOND = { payment: '', ordinal: '' }] = BITCOIN_ACCOUNTS

/** A shop with Bitcoin only, and a visitor with this wallet. */
const shop = (wallet: BitcoinWalletName, behaviour = 'ok') => ({ families: 'bip122', [wallet]: behaviour })

const row = (visitor: Visit, wallet: BitcoinWalletName) => walletRow(visitor, 'bip122', wallet)

async function connect(visitor: Visit, wallet: BitcoinWalletName): Promise<void> {
  await visitor.open()
  await row(visitor, wallet).click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

const methods = (visitor: Visit, wallet: BitcoinWalletName) =>
  inBitcoinWallet(visitor, wallet, ({ log }) => log.map(({ method }) => method))

const addressesOf = (visitor: Visit) =>
  visitor.onPage(async (modal) => {
    const addresses = await (modal.getWalletProvider() as BitcoinProvider).getAccountAddresses()
    return addresses.map(({ address, purpose }) => [purpose, address])
  })

async function isForgotten(visitor: Visit): Promise<void> {
  await visitor.reads('status', 'disconnected')
  await visitor.reads('address', '–')
  expect(await visitor.storedConnection()).toBeUndefined()
}

const BOTH = [
  ['payment', payment],
  ['ordinal', ordinals],
]
const STACKS = ['stx', expect.stringMatching(/^ST/)]

test.each<[BitcoinWalletName, unknown[]]>([
  ['bitcoin', BOTH],
  ['xverse', BOTH],
  ['leather', [...BOTH, STACKS]],
  ['unisat', [['payment', payment]]],
  ['bitget', [['payment', payment]]],
  ['binance', [['payment', payment]]],
])('a wallet like %s connects, and the page knows its addresses and their purposes', async (wallet, addresses) => {
  await visiting({ query: shop(wallet) }, async (visitor) => {
    await connect(visitor, wallet)
    await visitor.reads('status', 'connected')
    await visitor.reads('address', payment)
    await visitor.reads('caip-address', `${REGTEST}:${payment}`)
    expect(await addressesOf(visitor)).toEqual(addresses)
    expect(visitor.problems).toEqual([])
  })()
})

test(
  'OKX has no provider for the network of this page: the window says so, and OKX is not asked',
  visiting({ query: shop('okx') }, async (visitor) => {
    await visitor.open()
    await row(visitor, 'okx').click()
    await visitor.sees('The connector does not support any of the requested chains')
    expect(await methods(visitor, 'okx')).toEqual([])
  }),
)

/** Builds a PSBT that spends an output of each of the visitor's addresses, pays another one and returns the change. */
async function openPsbt(amount: bigint): Promise<string> {
  const [keys] = BITCOIN_DEVELOPMENT_KEYS
  if (!keys) throw new Error('there are no keys')
  const own = createBitcoinAddresses(keys, 0, 'regtest')
  const psbt = new Psbt({ network: networks.regtest })
  let total = 0n
  for (const { address, script, publicKey, addressType } of [own.payment, own.ordinals]) {
    const response = await fetch(`${stack.urls.esplora}/address/${address}/utxo`)
    const [output] = (await response.json()) as [{ txid: string; vout: number; value: number }]
    const value = BigInt(output.value)
    total += value
    psbt.addInput({
      hash: output.txid,
      index: output.vout,
      witnessUtxo: { script, value },
      ...(addressType === 'p2tr' && { tapInternalKey: publicKey.slice(1) }),
    })
  }
  psbt.addOutput({ address: SECOND.payment, value: amount })
  psbt.addOutput({ address: payment, value: total - amount - 1_000n })
  return psbt.toBase64()
}

interface Transaction {
  readonly vin: readonly { readonly prevout: { readonly scriptpubkey_address: string } }[]
  readonly vout: readonly { readonly scriptpubkey_address: string; readonly value: number }[]
}

const transactionOf = async (txid: string | undefined): Promise<Transaction> =>
  (await (await fetch(`${stack.urls.esplora}/tx/${txid}`)).json()) as Transaction

const paidTo = ({ vout }: Transaction) => vout.map(({ scriptpubkey_address, value }) => [scriptpubkey_address, value])

describeOn('bitcoin')('on the local network', () => {
  test(
    'the account shows the balance on the network',
    visiting({ query: shop('bitcoin') }, async (visitor) => {
      await connect(visitor, 'bitcoin')
      await visitor.openAccount()
      const balance = visitor.page.getByTestId('account-balance')
      await balance.waitFor()
      const response = await fetch(`${stack.urls.esplora}/address/${payment}`)
      const stats = (await response.json()) as Record<'chain_stats' | 'mempool_stats', Record<string, number>>
      const satoshi = [stats.chain_stats, stats.mempool_stats].reduce(
        (sum, { funded_txo_sum = 0, spent_txo_sum = 0 }) => sum + funded_txo_sum - spent_txo_sum,
        0,
      )
      expect(satoshi).toBeGreaterThan(0)
      const [, whole, fraction] = /^(.*)(...)$/.exec(String(BigInt(satoshi) / 100_000n).padStart(4, '0')) ?? []
      expect(await balance.getAttribute('data-value')).toBe(`${whole}.${fraction}`)
      expect(await balance.textContent()).toMatch(/BTC$/)
    }),
  )

  test.each<[BitcoinWalletName]>([['bitcoin'], ['xverse'], ['leather'], ['unisat']])(
    'a transaction signed by a wallet like %s is sent and arrives',
    async (wallet) => {
      await visiting({ query: shop(wallet) }, async (visitor) => {
        await connect(visitor, wallet)
        const sent = await visitor.onPage(
          (modal, { psbt, inputs }) =>
            (modal.getWalletProvider() as BitcoinProvider).signPSBT({ psbt, signInputs: inputs, broadcast: true }),
          {
            psbt: await openPsbt(12_345n),
            inputs: [payment, ordinals].map((address, index) => ({ address, index })),
          },
        )
        const transaction = await transactionOf(sent.txid)
        expect(transaction.vin.map(({ prevout }) => prevout.scriptpubkey_address)).toEqual([payment, ordinals])
        expect(paidTo(transaction)[0]).toEqual([SECOND.payment, 12_345])
        await fetch(`${stack.urls.esplora}/__faucet/${ordinals}/100000`, { method: 'POST' })
      })()
    },
  )

  test.each<[BitcoinWalletName]>([['xverse'], ['leather'], ['unisat'], ['bitget']])(
    'a transfer by a wallet like %s arrives, exact to the satoshi',
    async (wallet) => {
      await visiting({ query: shop(wallet) }, async (visitor) => {
        await connect(visitor, wallet)
        const txid = await visitor.onPage(
          (modal, recipient) =>
            (modal.getWalletProvider() as BitcoinProvider).sendTransfer({ recipient, amount: '123456' }),
          SECOND.payment,
        )
        expect(paidTo(await transactionOf(txid))).toContainEqual([SECOND.payment, 123_456])
      })()
    },
  )

  test(
    'a transaction without one of its signatures is refused before the wallet is asked',
    visiting({ query: shop('bitcoin') }, async (visitor) => {
      await connect(visitor, 'bitcoin')
      const reason = await visitor.onPage(
        (modal, { psbt, address }) =>
          (modal.getWalletProvider() as BitcoinProvider)
            .signPSBT({ psbt, signInputs: [{ address, index: 0 }], broadcast: true })
            .then(
              () => undefined,
              ({ details }) => details.reason,
            ),
        { psbt: await openPsbt(1_000n), address: payment },
      )
      expect(reason).toBe('input 1 is not signed: it cannot be sent')
      expect(await methods(visitor, 'bitcoin')).not.toContain('bitcoin:signTransaction')
    }),
  )
})

test.each<[BitcoinWalletName, string, number]>([
  ['xverse', payment, 65],
  ['xverse', ordinals, 66],
  ['leather', ordinals, 66],
  ['bitcoin', ordinals, 66],
  ['unisat', payment, 65],
])('a wallet like %s signs a message with %s: the signature is base64 of %d bytes', async (wallet, address, bytes) => {
  await visiting({ query: shop(wallet) }, async (visitor) => {
    await connect(visitor, wallet)
    const signature = await visitor.onPage(
      (modal, signer) =>
        (modal.getWalletProvider() as BitcoinProvider).signMessage({ message: 'Grüße', address: signer }),
      address,
    )
    expect(Buffer.from(signature, 'base64')).toHaveLength(bytes)
  })()
})

test.each<[BitcoinWalletName]>([['xverse'], ['unisat']])(
  'a returning visitor with a wallet like %s is reconnected without a prompt',
  async (wallet) => {
    await visiting({ query: shop(wallet) }, async (visitor) => {
      await connect(visitor, wallet)
      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      await visitor.reads('address', payment)
      await visitor.reads('open', 'closed')
      const asked = await methods(visitor, wallet)
      for (const prompting of ['wallet_connect', 'getAddresses', 'requestAccounts']) {
        expect(asked).not.toContain(prompting)
      }
      expect(visitor.problems).toEqual([])
    })()
  },
)

test.each<[BitcoinWalletName]>([['leather'], ['bitcoin']])(
  'a wallet like %s, which always prompts, is not asked at the next visit',
  async (wallet) => {
    await visiting({ query: shop(wallet) }, async (visitor) => {
      await connect(visitor, wallet)
      await visitor.page.reload()
      await visitor.onPage((modal) => modal.ready())
      await isForgotten(visitor)
      expect(await methods(visitor, wallet)).toEqual([])
      expect(visitor.problems).toEqual([])
    })()
  },
)

test.each<[BitcoinWalletName]>([['bitcoin'], ['xverse'], ['leather'], ['unisat']])(
  'a connection rejected in a wallet like %s is reported, and can be retried',
  async (wallet) => {
    const late = wallet === 'leather' ? 'late:300,' : ''
    await visiting({ query: shop(wallet, `${late}reject`) }, async (visitor) => {
      await visitor.open()
      await row(visitor, wallet).click()
      await visitor.sees('Connection rejected')
      const log = await inBitcoinWallet(visitor, wallet, (one) => one.log)
      expect(
        ['bitcoin:connect', 'wallet_connect', 'getAddresses', 'requestAccounts'].map((of) => timesAsked(log, of)),
      ).toContain(1)
      await inBitcoinWallet(visitor, wallet, (one) => one.setBehaviour('ok'))
      await visitor.retry()
      await visitor.dialog.waitFor({ state: 'detached' })
      await visitor.reads('address', payment)
      await succeedsNow(visitor, 'bip122', wallet)
    })()
  },
)

test.each<[BitcoinWalletName]>([['bitcoin'], ['xverse'], ['unisat']])(
  'when a wallet like %s switches accounts, so does the page; when the wallet locks, it is disconnected',
  async (wallet) => {
    await visiting({ query: shop(wallet) }, async (visitor) => {
      await connect(visitor, wallet)
      await inBitcoinWallet(visitor, wallet, (one) => one.setAccount(1))
      await visitor.reads('address', SECOND.payment)
      await inBitcoinWallet(visitor, wallet, (one) => one.lock())
      await isForgotten(visitor)
      expect(visitor.problems).toEqual([])
    })()
  },
)

test(
  'removing a wallet from the browser ends its connection',
  visiting({ query: shop('bitcoin') }, async (visitor) => {
    await connect(visitor, 'bitcoin')
    await inBitcoinWallet(visitor, 'bitcoin', (wallet) => wallet.withdraw())
    await isForgotten(visitor)
  }),
)

describe.each<[BitcoinWalletName]>([['bitcoin'], ['xverse'], ['unisat']])(
  'a wallet like %s that misbehaves',
  (wallet) => {
    test.each(['throws:text', 'throws:proxy', 'garbage:types', 'garbage:foreign'])(
      'does not connect, and the window says so: %s',
      async (behaviour) => {
        const visitor = await visit({ query: shop(wallet, behaviour) })
        try {
          await visitor.open()
          await row(visitor, wallet).click()
          await visitor.sees('Failed to connect')
          await isForgotten(visitor)
          expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
          await succeedsNow(visitor, 'bip122', wallet)
        } finally {
          await visitor.end()
        }
      },
    )
  },
)

test.each<[BitcoinWalletName]>([['bitcoin'], ['xverse'], ['unisat']])(
  'a connection survives malformed events of a wallet like %s',
  async (wallet) => {
    await visiting({ query: shop(wallet) }, async (visitor) => {
      await connect(visitor, wallet)
      await inBitcoinWallet(visitor, wallet, (one) => one.emitNoise())
      await visitor.settled()
      await visitor.reads('status', 'connected')
      await visitor.reads('address', payment)
      await succeedsNow(visitor, 'bip122', wallet)
      expect(visitor.problems).toEqual([])
    })()
  },
)

const networkOf = (id: string, name: string) => ({
  id,
  name,
  chainNamespace: 'bip122',
  caipNetworkId: `bip122:${id}`,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [stack.urls.esplora] } },
})
const MAINNET = networkOf('000000000019d6689c085ae165831e93', 'Bitcoin')
const SIGNET = networkOf('00000008819873e925422c1ff0f99f7c', 'Signet')

test(
  'OKX connects where it has a provider for the network, and signs',
  visiting({ query: { ...shop('okx'), options: { networks: [MAINNET] } } }, async (visitor) => {
    await inBitcoinWallet(visitor, 'okx', (wallet) => wallet.setNetwork('mainnet'))
    await connect(visitor, 'okx')
    await visitor.reads('status', 'connected')
    const [[, address = ''] = []] = await addressesOf(visitor)
    expect(address).toMatch(/^bc1q/)
    await visitor.reads('caip-address', `${MAINNET.caipNetworkId}:${address}`)
    const signature = await visitor.onPage(
      (modal, signer) => (modal.getWalletProvider() as BitcoinProvider).signMessage({ message: 'x', address: signer }),
      address,
    )
    expect(Buffer.from(signature, 'base64')).toHaveLength(65)
  }),
)

describe('the page switches to another network', () => {
  const onRegtest = networkOf(REGTEST.slice('bip122:'.length), 'Regtest')
  const query = (wallet: BitcoinWalletName) => ({ ...shop(wallet), options: { networks: [onRegtest, SIGNET] } })

  test.each<[BitcoinWalletName]>([['xverse'], ['unisat']])('a wallet like %s follows', async (wallet) => {
    await visiting({ query: query(wallet) }, async (visitor) => {
      await connect(visitor, wallet)
      await visitor.reads('address', payment)
      await visitor.openNetworks()
      await visitor.choose(SIGNET.name)
      await visitor.reads('chain-id', SIGNET.id)
      const [[, address = ''] = []] = await addressesOf(visitor)
      expect(address).toMatch(/^tb1q/)
      await visitor.reads('caip-address', `${SIGNET.caipNetworkId}:${address}`)
      expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
    })()
  })

  test(
    'a wallet like Leather stays, and the window says where to change the network',
    visiting({ query: query('leather') }, async (visitor) => {
      await connect(visitor, 'leather')
      await visitor.openNetworks()
      await visitor.choose(SIGNET.name)
      await visitor.page
        .getByText(/can’t be switched from here\. Change the network in your wallet\./)
        .first()
        .waitFor()
      await visitor.reads('caip-address', `${REGTEST}:${payment}`)
    }),
  )
})

/** The modal's scripts that this page has fetched. */
async function scriptsOf(visitor: Visit): Promise<string[]> {
  const scripts = visitor.requests.filter((url) => url.startsWith(stack.urls.host) && url.endsWith('.js'))
  return Promise.all([...new Set(scripts)].map(async (url) => (await fetch(url)).text()))
}
const isFamily = (text: string) => text.includes('binancew3w')
const isSigning = (text: string) => text.includes('it is no PSBT')

test(
  'a page with another family fetches no Bitcoin code',
  visiting({ query: { wallet: 'ok' } }, async (visitor) => {
    await visitor.connect()
    const texts = await scriptsOf(visitor)
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.filter((text) => isFamily(text) || isSigning(text))).toEqual([])
  }),
)

test(
  'the code for signing transactions is fetched when it is needed',
  visiting({ query: shop('bitcoin') }, async (visitor) => {
    await connect(visitor, 'bitcoin')
    const before = await scriptsOf(visitor)
    expect([before.some(isFamily), before.some(isSigning)]).toEqual([true, false])
    const reason = await visitor.onPage((modal) =>
      (modal.getWalletProvider() as BitcoinProvider).signPSBT({ psbt: 'aGVsbG8=', signInputs: [] }).then(
        () => undefined,
        ({ details }) => details.reason,
      ),
    )
    expect(reason).toBe('it is no PSBT')
    expect((await scriptsOf(visitor)).some(isSigning)).toBe(true)
  }),
)
