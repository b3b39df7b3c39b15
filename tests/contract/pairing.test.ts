import type { Network } from '@portico/contracts'
import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import { ethereum, polygon, sepolia, solana } from '@portico/contracts/testing'
import { base64 } from '@scure/base'
import { recoverMessageAddress } from 'viem'
import type { BitcoinProvider } from '../../host/src/chains/bip122/provider.ts'
import type { SolanaProvider } from '../../host/src/chains/solana/provider.ts'
import type { PairedSession } from '../../host/src/pairing/pairedWallets.ts'
import { idOf, openPsbt, sign } from '../../host/testing/bitcoinWallets.ts'
import { PROJECT_ID } from '../../services/testing/runServices.ts'
import { until } from '../../services/testing/until.ts'
import { ownTimers } from '../support/ownTimers.ts'
import { createPageStorage } from '../support/pageStorage.ts'
import { openPage, type PageOptions, type PairingRelay, startPairingRelay } from '../support/pairingPage.ts'
import { type Namespaces, type PairingWallet, startWallet, type WalletOptions } from '../support/pairingWallet.ts'

jest.setTimeout(30_000)

const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const OWN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OLD_SOLANA = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const SOLANA_ADDRESS = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const SOLANA_SIGNATURE = '1'.repeat(64)
const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const bitcoin: Network = {
  ...solana,
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
}

const keyOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

interface Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
}

const evmNamespaces = (methods: string[], chains = ['eip155:1', 'eip155:137']): Namespaces => ({
  eip155: {
    chains,
    methods,
    events: ['accountsChanged', 'chainChanged'],
    accounts: chains.map((id) => `${id}:${OWN}`),
  },
})

const namespacesOf = (phone: PairingWallet): Namespaces =>
  JSON.parse(JSON.stringify(phone.sessions()[0]?.namespaces ?? {}))

/** A wallet that uses the former id of the Solana network, as many do. */
const threeFamilies: Partial<WalletOptions> = {
  namespaces: {
    ...evmNamespaces(['personal_sign'], ['eip155:1']),
    solana: {
      chains: [OLD_SOLANA],
      methods: ['solana_signMessage'],
      events: [],
      accounts: [`${OLD_SOLANA}:${SOLANA_ADDRESS}`],
    },
    bip122: {
      chains: [bitcoin.caipNetworkId],
      methods: ['signMessage', 'getAccountAddresses'],
      events: [],
      accounts: [`${bitcoin.caipNetworkId}:${BITCOIN_ADDRESS}`],
    },
  },
  answer({ method }) {
    if (method === 'solana_signMessage') return { result: { signature: SOLANA_SIGNATURE } }
    if (method === 'signMessage') return { result: { address: BITCOIN_ADDRESS, signature: 'deadbeef' } }
    if (method !== 'getAccountAddresses') return undefined
    const ordinal = 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'
    return {
      result: [
        { address: ordinal, intention: 'ordinal' },
        { address: BITCOIN_ADDRESS, intention: 'payment', publicKey: '02ab', path: "m/84'/0'/0'/0/0" },
      ],
    }
  },
}

let relay: PairingRelay
const closing: (() => unknown)[] = []
const clearTimers = ownTimers()
/** Unhandled errors: the client throws in odd places. */
const uncaught: unknown[] = []
const onUncaught = (reason: unknown) => void uncaught.push(reason)
process.on('unhandledRejection', onUncaught)
beforeAll(async () => {
  relay = await startPairingRelay()
})
beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: createPageStorage(), configurable: true })
})
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
afterAll(async () => {
  await relay.close()
  clearTimers()
  process.off('unhandledRejection', onUncaught)
  expect(uncaught).toEqual([])
})

function page(options: PageOptions = {}) {
  const opened = openPage(relay.url, options)
  closing.push(() => opened.pairing.dispose())
  return opened
}

async function wallet(options: Partial<WalletOptions> = {}): Promise<PairingWallet> {
  const started = await startWallet({ relayUrl: relay.url, projectId: PROJECT_ID, ...options })
  closing.push(() => started.close())
  return started
}

async function paired(pageOptions: PageOptions = {}, walletOptions: Partial<WalletOptions> = {}) {
  const [{ pairing, watch }, phone] = [page(pageOptions), await wallet(walletOptions)]
  const { uri, answer } = await pairing.prepare()
  await phone.pair(uri)
  return { pairing, watch, phone, session: await answer }
}

/** Records HTTP requests, and answers the first ones. */
function withoutNetwork(...answers: object[]) {
  const asked: unknown[] = []
  const real = globalThis.fetch
  globalThis.fetch = (async (input: unknown) => {
    asked.push(input)
    const answer = answers.shift()
    if (answer) return new Response(JSON.stringify(answer))
    throw new TypeError('no network')
  }) as typeof fetch
  return { asked: asked as readonly unknown[], restore: () => Object.assign(globalThis, { fetch: real }) }
}

type Paired = Awaited<ReturnType<typeof paired>>

describe('a page and a wallet', () => {
  test("pair: the connection has the account, its network, the approved methods and the wallet's name", async () => {
    const { session, phone } = await paired({ active: 'eip155:137' }, { name: '  Test\u202e wallet ' })
    expect(session.connections).toEqual({
      eip155: {
        connectorId: 'walletConnect',
        accounts: [{ address: phone.address }],
        caipNetworkId: 'eip155:137',
        approvedNetworkIds: ['eip155:1', 'eip155:137'],
        session: session.topic,
        wallet: { name: 'Test wallet' },
      },
    })
  })

  test("start on the site's default network if the wallet serves it", async () => {
    const { session } = await paired({ override: { defaultChain: 'eip155:137' } })
    expect(session.connections.eip155?.caipNetworkId).toBe('eip155:137')
  })

  test('a message is signed by the account, and reaches the wallet unchanged', async () => {
    const { pairing, phone } = await paired()
    const signature = await pairing.family('eip155').signMessage('walletConnect', phone.address, 'Grüezi')
    expect(await recoverMessageAddress({ message: 'Grüezi', signature: signature as `0x${string}` })).toBe(
      phone.address,
    )
    expect(phone.asked).toEqual([
      { chainId: 'eip155:1', method: 'personal_sign', params: ['0x4772c3bc657a69', phone.address] },
    ])
  })

  test('serve three families in one session, each with its own signing methods', async () => {
    const families = [ethereum, { ...solana, deprecatedCaipNetworkId: OLD_SOLANA }, bitcoin] as const
    const { session, pairing, phone } = await paired({ networks: families }, threeFamilies)
    const { eip155, solana: onSolana, bip122 } = session.connections
    expect([eip155?.session, onSolana?.session, bip122?.session]).toEqual(Array(3).fill(session.topic))
    expect(onSolana).toMatchObject({
      accounts: [{ address: SOLANA_ADDRESS }],
      caipNetworkId: solana.caipNetworkId,
      approvedNetworkIds: [solana.caipNetworkId],
    })
    expect(bip122).toMatchObject({ accounts: [{ address: BITCOIN_ADDRESS }], caipNetworkId: bitcoin.caipNetworkId })

    const sign = (namespace: 'solana' | 'bip122', address: string) =>
      pairing.family(namespace).signMessage('walletConnect', address, 'Hi')
    expect(await sign('solana', SOLANA_ADDRESS)).toBe(SOLANA_SIGNATURE)
    expect(await sign('bip122', BITCOIN_ADDRESS)).toBe('3q2+7w==')
    expect(phone.asked.filter(({ method }) => /sign/i.test(method))).toEqual([
      { chainId: OLD_SOLANA, method: 'solana_signMessage', params: { message: '6Wc', pubkey: SOLANA_ADDRESS } },
      {
        chainId: bitcoin.caipNetworkId,
        method: 'signMessage',
        params: { account: BITCOIN_ADDRESS, address: BITCOIN_ADDRESS, message: 'Hi' },
      },
    ])
  })

  test('a Bitcoin wallet adds public key, path and purpose of each address after pairing', async () => {
    const { watch, phone } = await paired({ networks: [ethereum, bitcoin] }, threeFamilies)
    const { heard } = watch('bip122')
    await until(() => phone.asked.some(({ method }) => method === 'getAccountAddresses'))
    await until(() => heard.length > 0)
    expect(heard[0]).toEqual({
      type: 'accounts',
      accounts: [
        { address: BITCOIN_ADDRESS, type: 'payment', publicKey: '02ab', path: "m/84'/0'/0'/0/0" },
        { address: 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297', type: 'ordinal' },
      ],
    })
  })

  test('a family that the wallet does not serve has no connection', async () => {
    const { session } = await paired({ networks: [ethereum, solana] })
    expect(Object.keys(session.connections)).toEqual(['eip155'])
  })

  test("a wallet that serves none of the page's networks is not connected, and is notified", async () => {
    const other = { chains: ['solana:x'], methods: [], events: [], accounts: [`solana:x:${SOLANA_ADDRESS}`] }
    const override = { chains: { solana: ['solana:x'] } }
    const { pairing } = page({ override })
    const phone = await wallet({ namespaces: { solana: other } })
    const { uri, answer } = await pairing.prepare()
    const outcome = expect(answer).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
    await phone.pair(uri)
    await outcome
    await until(() => phone.ended.length === 1)
  })

  test('a visitor who declines in the wallet is not connected, and can try again', async () => {
    const { pairing } = page()
    const declines = await wallet({ onProposal: 'reject' })
    const first = await pairing.prepare()
    const outcome = expect(first.answer).rejects.toMatchObject({ code: 'connection.rejected' })
    await declines.pair(first.uri)
    await outcome
    const second = await pairing.prepare()
    expect(second.uri).not.toBe(first.uri)
    const agrees = await wallet()
    await agrees.pair(second.uri)
    expect((await second.answer).connections.eip155).toBeDefined()
  })

  test('a wallet that approves after the visitor has left is notified', async () => {
    const { pairing } = page()
    const phone = await wallet({ onProposal: 'wait' })
    const { uri, answer } = await pairing.prepare()
    const outcome = expect(answer).rejects.toMatchObject({ code: 'connection.modalClosed' })
    await phone.pair(uri)
    await until(phone.proposed)
    pairing.cancel()
    await outcome
    await phone.approve()
    await until(() => phone.ended.length === 1)
    expect(await pairing.restore()).toBeUndefined()
  })

  test('the session ends on both sides when the page ends it', async () => {
    const { pairing, phone } = await paired()
    await pairing.end()
    await until(() => phone.ended.length === 1)
    expect(await pairing.restore()).toBeUndefined()
    await expect(pairing.family('eip155').signMessage('walletConnect', phone.address, 'x')).rejects.toMatchObject({
      code: 'connection.requestFailed',
    })
    await pairing.end()
  })

  test('the session ends on both sides when the wallet ends it', async () => {
    const { pairing, watch, phone, session } = await paired()
    const { heard } = watch()
    await phone.kit.disconnectSession({ topic: session.topic, reason: { code: 6000, message: 'bye' } })
    await until(() => heard.length > 0)
    expect(heard).toEqual([{ type: 'disconnected' }])
    expect(await pairing.restore()).toBeUndefined()
  })

  test('a new session replaces the previous one, whose wallet is notified', async () => {
    const { pairing, phone } = await paired()
    const other = await wallet()
    const { uri, answer } = await pairing.prepare()
    await other.pair(uri)
    const session = await answer
    await until(() => phone.ended.length === 1)
    expect((await pairing.restore())?.topic).toBe(session.topic)
  })
})

describe('one-click authentication', () => {
  const authenticate = {
    domain: 'shop.example',
    uri: 'https://shop.example/login',
    nonce: 'abcdef123456',
    statement: 'Hello',
  }

  test('a capable wallet signs a message while it pairs', async () => {
    const { pairing } = page()
    const phone = await wallet({ authenticates: 'eip191' })
    const { uri, answer } = await pairing.prepare({ authenticate })
    await phone.pair(uri)
    const { connections, signed } = await answer
    expect(connections.eip155?.accounts).toEqual([{ address: phone.address }])
    expect(signed).toHaveLength(1)
    const [{ caipAddress, message, signature } = { caipAddress: '', message: '', signature: '' }] = signed ?? []
    expect(caipAddress).toBe(`eip155:1:${phone.address}`)
    expect(message).toMatch(
      /^shop\.example wants you to sign in with your Ethereum account:\n0x[\s\S]*Nonce: abcdef123456/,
    )
    expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(phone.address)
  })

  test('the message contains everything that the site has set', async () => {
    const { pairing } = page()
    const phone = await wallet({ authenticates: 'eip191' })
    const more = { requestId: '7', issuedAt: '2026-01-02T03:04:05.000Z', expirationTime: '2099-01-02T03:04:05.000Z' }
    const { uri, answer } = await pairing.prepare({ authenticate: { ...authenticate, ...more } })
    await phone.pair(uri)
    const [{ message } = { message: '' }] = (await answer).signed ?? []
    expect(message).toContain('Request ID: 7')
    expect(message).toContain('Issued At: 2026-01-02T03:04:05.000Z')
    expect(message).toContain('Expiration Time: 2099-01-02T03:04:05.000Z')
  })

  test('a contract wallet, whose signature only a node could verify, is connected without a message', async () => {
    const { pairing } = page()
    const phone = await wallet({ authenticates: 'eip1271' })
    const { uri, answer } = await pairing.prepare({ authenticate })
    // The wallet verifies its own signature first, using a node.
    const { asked, restore } = withoutNetwork({ result: '0x1626ba7e' })
    await phone.pair(uri)
    const { connections, signed } = await answer.finally(restore)
    expect(connections.eip155?.accounts).toEqual([{ address: phone.address }])
    expect(signed).toBeUndefined()
    // The build removes these requests: `scripts/build/pairingLoader.mjs`.
    expect(asked).toEqual(Array(2).fill(expect.stringContaining('https://rpc.walletconnect.org/')))
  })

  test('a wallet without support is connected without a message', async () => {
    const { pairing } = page()
    const phone = await wallet()
    const { uri, answer } = await pairing.prepare({ authenticate })
    await phone.pair(uri)
    const { connections, signed } = await answer
    expect(connections.eip155?.accounts).toEqual([{ address: phone.address }])
    expect(signed).toBeUndefined()
  })

  test('is not requested on a page with networks of another family', async () => {
    const { pairing } = page({ networks: [ethereum, solana] })
    const { uri } = await pairing.prepare({ authenticate })
    expect(uri).not.toContain('wc_sessionAuthenticate')
  })
})

describe('the methods that a site calls itself', () => {
  const own = (methods: string[], chain: string, account: string) => ({
    chains: [chain],
    methods,
    events: [],
    accounts: [`${chain}:${account}`],
  })
  /** One signature, then a header and one key, the account's. */
  const transaction = Uint8Array.from([1, ...new Uint8Array(64), 1, 0, 0, 1, ...keyOf(SOLANA_ADDRESS), 0, 0])
  const signed = Uint8Array.from([1, ...new Uint8Array(64).fill(7), ...transaction.subarray(65)])
  const sevens = encodeBase58(new Uint8Array(64).fill(7))

  async function onSolana(methods: string[], answer: NonNullable<WalletOptions['answer']>) {
    const namespaces = { solana: own(methods, solana.caipNetworkId, SOLANA_ADDRESS) }
    const { pairing, phone } = await paired({ networks: [solana] }, { namespaces, answer })
    return { phone, provider: pairing.family('solana').getProvider('walletConnect') as SolanaProvider }
  }

  test.each([
    ['the whole transaction', { transaction: Buffer.from(signed).toString('base64') }],
    ['only the signature, as older wallets do', { signature: sevens }],
  ])('on Solana a wallet can answer with %s', async (_, result) => {
    const { provider, phone } = await onSolana(['solana_signTransaction'], () => ({ result }))
    expect([...(await provider.signTransaction(transaction))]).toEqual([...signed])
    expect(phone.asked[0]?.params).toEqual({
      transaction: Buffer.from(transaction).toString('base64'),
      pubkey: SOLANA_ADDRESS,
    })
  })

  test('on Solana several transactions are signed one by one if the wallet cannot batch them', async () => {
    const methods = ['solana_signTransaction', 'solana_signAllTransactions']
    const { provider, phone } = await onSolana(methods, ({ method }) =>
      method === 'solana_signTransaction' ? { result: { signature: sevens } } : undefined,
    )
    const both = await provider.signAllTransactions([transaction, transaction])
    expect(both.map((one) => [...one])).toEqual([[...signed], [...signed]])
    expect(phone.asked.map(({ method }) => method)).toEqual([
      'solana_signAllTransactions',
      'solana_signTransaction',
      'solana_signTransaction',
    ])
  })

  test('on Solana a sending wallet gets the options, and returns the signature', async () => {
    const { provider, phone } = await onSolana(['solana_signAndSendTransaction'], () => ({
      result: { signature: sevens },
    }))
    const options = { preflightCommitment: 'confirmed' } as const
    expect(await provider.signAndSendTransaction(transaction, options)).toBe(sevens)
    expect(phone.asked[0]?.params).toMatchObject({ sendOptions: options })
  })

  test('a declining visitor is distinguished from an incapable wallet', async () => {
    const { provider } = await onSolana(['solana_signMessage'], () => ({
      error: { code: 5000, message: 'User rejected.' },
    }))
    const message = new Uint8Array([1])
    await expect(provider.signMessage(message)).rejects.toMatchObject({ code: 'connection.requestRejected' })
    await expect(provider.signTransaction(transaction)).rejects.toMatchObject({ code: 'connection.requestFailed' })
  })

  describe('on Bitcoin', () => {
    const open = base64.encode(openPsbt())
    const right = base64.encode(sign(openPsbt(), [0, 1]))
    const other = base64.encode(sign(openPsbt(bitcoin, 14_000n), [0, 1]))
    const signInputs = [0, 1].map((index) => ({ address: BITCOIN_ADDRESS, index, sighashTypes: [1] }))

    async function onBitcoin(result: (method: string) => unknown) {
      const namespaces = { bip122: own(['sendTransfer', 'signPsbt'], bitcoin.caipNetworkId, BITCOIN_ADDRESS) }
      const answer = ({ method }: { method: string }) => ({ result: result(method) })
      const { pairing, phone } = await paired({ networks: [bitcoin] }, { namespaces, answer })
      return { provider: pairing.family('bip122').getProvider('walletConnect') as BitcoinProvider, phone }
    }

    test("transfers and PSBTs use WalletConnect's method names", async () => {
      const txid = idOf(right)
      const { provider, phone } = await onBitcoin((method) => (method === 'sendTransfer' ? { txid } : { psbt: right }))
      expect(await provider.sendTransfer({ recipient: BITCOIN_ADDRESS, amount: '10000' })).toBe(txid)
      expect(await provider.signPSBT({ psbt: open, signInputs })).toEqual({ psbt: right })
      expect(phone.asked.map(({ params }) => params)).toEqual([
        { account: BITCOIN_ADDRESS, recipientAddress: BITCOIN_ADDRESS, amount: '10000' },
        { account: BITCOIN_ADDRESS, psbt: open, signInputs, broadcast: false },
      ])
    })

    test.each([
      ['another PSBT', { psbt: other, txid: idOf(other) }, 'bitcoin.otherTransaction'],
      ['the id of another transaction', { psbt: right, txid: idOf(other) }, 'bitcoin.otherTransactionId'],
    ])('a wallet that answers with %s is reported as such', async (_, result, code) => {
      const { provider } = await onBitcoin(() => result)
      await expect(provider.signPSBT({ psbt: open, signInputs, broadcast: true })).rejects.toMatchObject({ code })
    })
  })
})

describe('changes that the wallet makes itself', () => {
  const emit = (phone: PairingWallet, topic: string, name: string, data: unknown, chainId = 'eip155:1') =>
    phone.kit.emitSessionEvent({ topic, event: { name, data }, chainId })

  test.each([
    ['a number', 137],
    ['hexadecimal', '0x89'],
    ['a CAIP-2 id', 'eip155:137'],
  ])('the wallet changes to another network, written as %s', async (_, data) => {
    const { pairing, watch, phone, session } = await paired()
    const { heard } = watch()
    const told: unknown[] = []
    const provider = pairing.family('eip155').getProvider('walletConnect') as Provider
    provider.on('chainChanged', (id) => told.push(id))
    await emit(phone, session.topic, 'chainChanged', data, 'eip155:137')
    await until(() => heard.length > 0)
    expect(heard[0]).toEqual({ type: 'network', caipNetworkId: 'eip155:137' })
    expect(told).toEqual(['0x89'])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
  })

  test('the wallet adds an account and a network, and chooses that account', async () => {
    const { watch, phone, session } = await paired()
    const { heard } = watch()
    const namespaces = namespacesOf(phone)
    namespaces.eip155?.accounts.push(`eip155:1:${OTHER}`, `eip155:11155111:${phone.address}`)
    namespaces.eip155?.chains?.push('eip155:11155111')
    const { acknowledged } = await phone.kit.updateSession({ topic: session.topic, namespaces })
    await acknowledged()
    await until(() => heard.length >= 2)
    expect(heard).toEqual([
      { type: 'approved', networkIds: ['eip155:1', 'eip155:137', 'eip155:11155111'] },
      { type: 'accounts', accounts: [{ address: phone.address }, { address: OTHER }] },
    ])
    await emit(phone, session.topic, 'accountsChanged', [OTHER])
    await until(() => heard.length >= 3)
    expect(heard[2]).toEqual({ type: 'accounts', accounts: [{ address: OTHER }, { address: phone.address }] })
  })

  test('the wallet adds a family, which is reported once with its connection', async () => {
    const added: PairedSession[] = []
    const onAdded = async (one: PairedSession) => void added.push(one)
    const { phone, session } = await paired({ networks: [ethereum, polygon, solana], onAdded })
    const own = { chains: [solana.caipNetworkId], accounts: [`${solana.caipNetworkId}:${SOLANA_ADDRESS}`] }
    const namespaces = { ...namespacesOf(phone), solana: { ...own, methods: ['solana_signMessage'], events: [] } }
    const { acknowledged } = await phone.kit.updateSession({ topic: session.topic, namespaces })
    await acknowledged()
    await until(() => added.length > 0)
    expect(added).toEqual([
      {
        topic: session.topic,
        connections: {
          solana: expect.objectContaining({ accounts: [{ address: SOLANA_ADDRESS }], session: session.topic }),
        },
      },
    ])
  })

  test('a removed listener gets no more events', async () => {
    const { watch, phone, session } = await paired()
    const [stopped, { heard }] = [watch(), watch()]
    stopped.stop()
    await emit(phone, session.topic, 'chainChanged', 137, 'eip155:137')
    await until(() => heard.length > 0)
    expect(stopped.heard).toEqual([])
  })
})

describe('another network', () => {
  const change = (pairing: Paired['pairing'], network = sepolia) =>
    pairing.family('eip155').switchNetwork('walletConnect', network)

  const switches = (answer: WalletOptions['answer']): Partial<WalletOptions> => ({
    namespaces: evmNamespaces(['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']),
    ...(answer && { answer }),
  })

  test('that the wallet has already approved is chosen without a request', async () => {
    const { pairing, watch, phone } = await paired()
    const { heard } = watch()
    await change(pairing, polygon)
    expect(heard[0]).toEqual({ type: 'network', caipNetworkId: 'eip155:137' })
    await pairing.family('eip155').signMessage('walletConnect', phone.address, 'x')
    expect(phone.asked.map(({ chainId, method }) => [chainId, method])).toEqual([['eip155:137', 'personal_sign']])
  })

  test('is requested, added if the wallet does not know it, and chosen once the wallet has switched', async () => {
    const { pairing, phone, session } = await paired(
      { networks: [ethereum, polygon, sepolia] },
      switches(async ({ method }) => {
        if (method === 'wallet_switchEthereumChain') return { error: { code: 4902, message: 'unknown' } }
        const namespaces = namespacesOf(phone)
        namespaces.eip155?.accounts.push(`eip155:11155111:${OWN}`)
        namespaces.eip155?.chains?.push('eip155:11155111')
        await phone.kit.updateSession({ topic: session.topic, namespaces })
        return { result: null }
      }),
    )
    await change(pairing)
    expect(phone.asked).toEqual([
      { chainId: 'eip155:1', method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] },
      {
        chainId: 'eip155:1',
        method: 'wallet_addEthereumChain',
        params: [expect.objectContaining({ chainName: 'Sepolia' })],
      },
    ])
    const provider = pairing.family('eip155').getProvider('walletConnect') as Provider
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xaa36a7')
  })

  test.each([
    ['declines', { error: { code: 4001, message: 'User rejected' } }, 'chain.switchDeclined'],
    [
      'declines with a pairing error code',
      { error: { code: 5000, message: 'User rejected.' } },
      'chain.switchDeclined',
    ],
    ['has such a request pending', { error: { code: -32002, message: 'pending' } }, 'connection.pending'],
    ['accepts but does nothing', { result: null }, 'chain.switchDeclined'],
  ] as const)('is not chosen when the wallet %s', async (_, answer, code) => {
    const { pairing } = await paired(
      { limits: { switchWaitMs: 200 } },
      switches(() => answer),
    )
    await expect(change(pairing)).rejects.toMatchObject({ code })
    const provider = pairing.family('eip155').getProvider('walletConnect') as Provider
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  test('is unavailable in a wallet that does not accept switch requests', async () => {
    const { pairing } = await paired()
    await expect(change(pairing)).rejects.toMatchObject({ code: 'chain.unsupported' })
  })
})

describe('a pairing', () => {
  test('is created once for all callers, and reused until it is about to expire', async () => {
    const { pairing } = page({ limits: { lifetimeMs: 400, marginMs: 200 } })
    const [one, two] = await Promise.all([pairing.prepare(), pairing.prepare()])
    expect(one.uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    expect(two.uri).toBe(one.uri)
    expect((await pairing.prepare()).uri).toBe(one.uri)
    const outcome = expect(one.answer).rejects.toMatchObject({ code: 'pairing.expired' })
    await until(() => one.expiresAt - Date.now() <= 200)
    expect((await pairing.prepare()).uri).not.toBe(one.uri)
    await outcome
  })

  test('can still be approved, after its replacement, by a wallet that had opened it before', async () => {
    const { pairing } = page({ limits: { lifetimeMs: 10_000, marginMs: 9_000 } })
    const phone = await wallet({ onProposal: 'wait' })
    const first = await pairing.prepare()
    const outcome = expect(first.answer).rejects.toMatchObject({ code: 'pairing.expired' })
    await phone.pair(first.uri)
    await until(phone.proposed)
    await until(() => first.expiresAt - Date.now() <= 9_000)
    const second = await pairing.prepare()
    expect(second.uri).not.toBe(first.uri)
    await outcome
    await phone.approve()
    expect((await second.answer).connections.eip155?.accounts).toEqual([{ address: phone.address }])
  })

  test('expires, and a wallet that approves too late is notified', async () => {
    const { pairing } = page({ limits: { lifetimeMs: 1_500 } })
    const phone = await wallet({ onProposal: 'wait' })
    const { uri, answer } = await pairing.prepare()
    const outcome = expect(answer).rejects.toMatchObject({ code: 'pairing.expired' })
    await phone.pair(uri)
    await until(phone.proposed)
    await outcome
    await phone.approve()
    await until(() => phone.ended.length === 1)
  })

  test('is not created if it is canceled while it is being prepared', async () => {
    const { pairing } = page()
    const making = pairing.prepare()
    pairing.cancel()
    await expect(making).rejects.toMatchObject({ code: 'connection.modalClosed' })
  })
})

describe('a site that pairs itself', () => {
  interface SiteClient {
    connect(wish: object): Promise<{ topic: string }>
  }
  const wish = {
    optionalNamespaces: {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged', 'accountsChanged'] },
    },
  }

  /** A page that has not been opened yet: no pairing is proposed for it. */
  async function manual() {
    const { pairing, watch } = page({ isManual: true })
    await pairing.restore()
    const preparing = pairing.prepare()
    const client = pairing.client as SiteClient
    return { pairing, watch, preparing, connect: () => client.connect(wish) }
  }

  test('sees its own proposal, and the modal uses the resulting session, even with the window closed', async () => {
    const { pairing, watch, preparing, connect } = await manual()
    const phone = await wallet()
    const connecting = connect()
    const { uri, answer, expiresAt } = await preparing
    expect(Math.abs(expiresAt - Date.now() - 240_000)).toBeLessThan(5_000)
    pairing.cancel()
    await phone.pair(uri)
    const [{ topic }, session] = await Promise.all([connecting, answer])
    expect(session).toMatchObject({ topic, connections: { eip155: { accounts: [{ address: phone.address }] } } })
    expect(await pairing.family('eip155').signMessage('walletConnect', phone.address, 'x')).toMatch(/^0x/)
    expect(phone.ended).toEqual([])
    const { heard } = watch()
    await phone.kit.disconnectSession({ topic, reason: { code: 6000, message: 'bye' } })
    await until(() => heard.length > 0)
  })

  test('sees its latest proposal', async () => {
    const { pairing, preparing, connect } = await manual()
    void connect().catch(() => {})
    const first = await preparing
    const outcome = expect(first.answer).rejects.toMatchObject({ code: 'connection.modalClosed' })
    const phone = await wallet()
    const connecting = connect()
    await outcome
    const second = await pairing.prepare()
    expect(second.uri).not.toBe(first.uri)
    await phone.pair(second.uri)
    expect((await second.answer).topic).toBe((await connecting).topic)
  })
})

describe('two at a time', () => {
  test('two modals of one page have a session each', async () => {
    const [one, two] = [await paired(), await paired()]
    const sign = ({ pairing, phone }: Paired) =>
      pairing.family('eip155').signMessage('walletConnect', phone.address, 'x')
    await Promise.all([sign(one), sign(two)])
    await one.pairing.end()
    expect((await two.pairing.restore())?.topic).toBe(two.session.topic)
    expect([one.phone.asked.length, two.phone.asked.length]).toEqual([1, 1])
    expect(
      Object.keys(globalThis).filter((name) => /walletConnectCore/i.test(name) && !/_count$/.test(name)).length,
    ).toBe(2)
  })

  test("two tabs of one site keep each other's stored data", async () => {
    const scope = { storageScope: 'shop' }
    const [first, second] = [page(scope), page(scope)]
    const phones = [await wallet(), await wallet()] as const
    const prepared = await Promise.all([first.pairing.prepare(), second.pairing.prepare()])
    await phones[0].pair(prepared[0].uri)
    const one = await prepared[0].answer
    await phones[1].pair(prepared[1].uri)
    const two = await prepared[1].answer
    expect((await first.pairing.restore())?.topic).toBe(one.topic)
    expect((await second.pairing.restore())?.topic).toBe(two.topic)
    const next = page(scope)
    expect((await next.pairing.restore())?.topic).toBe(two.topic)
    await next.pairing.family('eip155').signMessage('walletConnect', phones[1].address, 'from a third tab')
    await next.pairing.end()
    expect((await page(scope).pairing.restore())?.topic).toBe(one.topic)
  })
})

test('two tabs can both use one session, and both are notified when the wallet ends it', async () => {
  const { pairing, watch, phone, session } = await paired({ storageScope: 'shop' })
  const second = page({ storageScope: 'shop' })
  expect((await second.pairing.restore())?.topic).toBe(session.topic)
  const [here, there] = [watch(), second.watch()]
  const sign = (from: typeof pairing, text: string) =>
    from.family('eip155').signMessage('walletConnect', phone.address, text)
  const signatures = await Promise.all([sign(pairing, 'one'), sign(second.pairing, 'two')])
  for (const [index, message] of ['one', 'two'].entries()) {
    const signature = signatures[index] as `0x${string}`
    expect(await recoverMessageAddress({ message, signature })).toBe(phone.address)
  }
  await phone.kit.disconnectSession({ topic: session.topic, reason: { code: 6000, message: 'bye' } })
  await until(() => here.heard.length > 0 && there.heard.length > 0)
  expect([here.heard, there.heard]).toEqual([[{ type: 'disconnected' }], [{ type: 'disconnected' }]])
})

describe('the next visit', () => {
  test('restores the session without asking the wallet, and can sign', async () => {
    const { session, pairing, phone } = await paired({ storageScope: 'shop' })
    pairing.dispose()
    const { pairing: next } = page({ storageScope: 'shop' })
    expect(await next.restore()).toEqual(session)
    expect(phone.asked).toEqual([])
    const signature = await next.family('eip155').signMessage('walletConnect', phone.address, 'Again')
    expect(await recoverMessageAddress({ message: 'Again', signature: signature as `0x${string}` })).toBe(phone.address)
  })

  test('does not restore a session that has ended or expired, or whose networks the page no longer has', async () => {
    const { pairing, session } = await paired({ storageScope: 'shop' })
    pairing.dispose()
    expect(await page({ storageScope: 'shop', networks: [sepolia] }).pairing.restore()).toBeUndefined()

    const key = '@portico/shop/wc/wc@2:client:0.3//session'
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]')
    localStorage.setItem(key, JSON.stringify([{ ...kept[0], expiry: 1 }]))
    expect(await page({ storageScope: 'shop' }).pairing.restore()).toBeUndefined()
    localStorage.setItem(key, JSON.stringify(kept))
    const again = page({ storageScope: 'shop' }).pairing
    expect((await again.restore())?.topic).toBe(session.topic)
    await again.end()
    expect(await page({ storageScope: 'shop' }).pairing.restore()).toBeUndefined()
  })

  test('finds no session if the browser stores nothing, and pairing still works', async () => {
    Object.defineProperty(globalThis, 'localStorage', { value: createPageStorage(0), configurable: true })
    const { pairing, phone, session } = await paired({ storageScope: 'shop' })
    expect((await pairing.restore())?.topic).toBe(session.topic)
    await pairing.family('eip155').signMessage('walletConnect', phone.address, 'x')
    expect(await page({ storageScope: 'shop' }).pairing.restore()).toBeUndefined()
  })
})

describe('an unreachable relay', () => {
  afterEach(() => relay.start().catch(() => {})) // the relay may run already

  test('is reported in bounded time, and contacted again when the visitor retries', async () => {
    await relay.stop()
    const { pairing } = page({ limits: { relayWaitMs: 500 } })
    await expect(pairing.prepare()).rejects.toMatchObject({ code: 'relay.unreachable' })
    await relay.start()
    const { pairing: again } = page()
    expect((await again.prepare()).uri).toMatch(/^wc:/)
    await until(() => pairing.prepare().then(Boolean, () => false))
  })

  test('reports an unknown project', async () => {
    const { pairing } = page({ projectId: 'f'.repeat(32) })
    await expect(pairing.prepare()).rejects.toMatchObject({ code: 'relay.keyInvalid' })
  })

  test('that recovers before the wallet scans the code continues the pairing', async () => {
    const { pairing } = page()
    const { uri, answer } = await pairing.prepare()
    await relay.stop()
    await relay.start()
    const phone = await wallet()
    await phone.pair(uri)
    expect((await answer).connections.eip155?.accounts).toEqual([{ address: phone.address }])
  })

  test('on reload the session is still restored, and works when the relay is back', async () => {
    const { pairing, phone, session } = await paired({ storageScope: 'shop' })
    pairing.dispose()
    await relay.stop()
    const { pairing: next } = page({ storageScope: 'shop' })
    expect((await next.restore())?.topic).toBe(session.topic)
    await relay.start()
    expect(await next.family('eip155').signMessage('walletConnect', phone.address, 'x')).toMatch(/^0x/)
  })

  test('does not prevent the page from ending its session', async () => {
    const { pairing } = await paired({ storageScope: 'shop', limits: { farewellMs: 200 } })
    await relay.stop()
    await pairing.end()
    expect(await pairing.restore()).toBeUndefined()
    expect(await page({ storageScope: 'shop' }).pairing.restore()).toBeUndefined()
  })
})

test('a page contacts only the relay', async () => {
  const { asked, restore } = withoutNetwork()
  try {
    const { pairing, phone } = await paired()
    const provider = pairing.family('eip155').getProvider('walletConnect') as Provider
    await provider.request({ method: 'personal_sign', params: ['0x00', phone.address] })
    expect(asked).toEqual([])
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toThrow()
    expect([...new Set(asked)]).toEqual(ethereum.rpcUrls)
    await expect(provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })).rejects.toMatchObject({
      code: 4200,
    })
    const before = asked.length
    await pairing.end()
    expect(asked).toHaveLength(before)
  } finally {
    restore()
  }
})
