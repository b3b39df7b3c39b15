import type { Connection, ConnectionChange, Connector, Network } from '@portico/contracts'
import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils'
import { createBip122Adapter } from '../src/chains/bip122/createAdapter.ts'
import type { BitcoinProvider } from '../src/chains/bip122/provider.ts'

/** Test wallets of every kind, with real keys and signatures. */

const network = (id: string, name: string): Network => ({
  id,
  name,
  chainNamespace: 'bip122',
  caipNetworkId: `bip122:${id}`,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [`https://${name.toLowerCase()}.example/api`],
  walletRpcUrls: [],
  testnet: name !== 'Bitcoin',
})

export const bitcoin = network('000000000019d6689c085ae165831e93', 'Bitcoin')
export const testnet = network('000000000933ea01ad0ee984209779ba', 'Testnet')
export const testnet4 = network('00000000da84f2bafbbc53dee25a72ae', 'Testnet4')
export const signet = network('00000008819873e925422c1ff0f99f7c', 'Signet')
export const regtest = network('0f9188f13cb7b2c71f2a335e3a4fc328', 'Regtest')

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
const prefixesOf = ({ name }: Network) => (name === 'Bitcoin' ? NETWORK : name === 'Regtest' ? REGTEST : TEST_NETWORK)

export const KEY = new Uint8Array(32).fill(7)
export const OTHER_KEY = new Uint8Array(32).fill(9)

/** A key's two accounts on a network. */
export function keysOf(on: Network, key = KEY) {
  const publicKey = pubECDSA(key)
  const taprootKey = pubSchnorr(key)
  const payment = p2wpkh(publicKey, prefixesOf(on))
  const ordinals = p2tr(taprootKey, undefined, prefixesOf(on))
  return {
    payment: { address: payment.address ?? '', publicKey: hex.encode(publicKey), script: payment.script },
    ordinals: { address: ordinals.address ?? '', publicKey: hex.encode(taprootKey), script: ordinals.script },
  }
}

/** An unsigned PSBT that spends an output of each account (input 0: payment, input 1: ordinals). */
export function openPsbt(on: Network = bitcoin, amount = 15_000n, sighashType?: number): Uint8Array {
  const { payment, ordinals } = keysOf(on)
  const transaction = new Transaction()
  const txid = 'ab'.repeat(32)
  transaction.addInput({
    txid,
    index: 0,
    witnessUtxo: { script: payment.script, amount: 10_000n },
    ...(sighashType !== undefined && { sighashType }),
  })
  transaction.addInput({
    txid,
    index: 1,
    witnessUtxo: { script: ordinals.script, amount: 10_000n },
    tapInternalKey: hex.decode(ordinals.publicKey),
  })
  transaction.addOutputAddress(keysOf(on, OTHER_KEY).payment.address, amount, prefixesOf(on))
  return transaction.toPSBT(0)
}

export function sign(psbt: Uint8Array, indexes: readonly number[], isFinal = false): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt)
  for (const index of indexes) {
    transaction.signIdx(KEY, index, [0, 1, 2, 3, 0x81, 0x82, 0x83])
    if (isFinal) transaction.finalizeIdx(index)
  }
  return transaction.toPSBT(0)
}

export const TXID = 'cd'.repeat(32)

/** The id of a signed PSBT's transaction (bytes or base64), computed by an independent library. */
export function idOf(psbt: Uint8Array | string): string {
  const transaction = Transaction.fromPSBT(typeof psbt === 'string' ? base64.decode(psbt) : psbt)
  if (!transaction.isFinal) transaction.finalize()
  return transaction.id
}

/** A fake signature, recognized as ECDSA by its 65 bytes. */
export const ECDSA_SIGNATURE = btoa('e'.repeat(65))
export const BIP322_SIGNATURE = btoa('b'.repeat(66))

type Answer = (...params: never[]) => unknown
type Listener = (payload: unknown) => void

/** Answers by method name and records every call. */
function script(answers: Readonly<Record<string, Answer>>) {
  const known = new Map<string, Answer>(Object.entries(answers))
  const calls: { readonly method: string; readonly params: readonly unknown[] }[] = []
  const listeners: { event: string; listener: Listener }[] = []
  return {
    calls,
    listeners,
    methods: () => calls.map(({ method }) => method),
    /** The parameters of the last call of this method. */
    given: (method: string) => calls.findLast((one) => one.method === method)?.params,
    call(method: string, ...params: readonly unknown[]): unknown {
      calls.push({ method, params })
      const answer = known.get(method)
      if (!answer) throw Object.assign(new Error('Method not found'), { code: -32601 })
      return answer(...(params as never[]))
    },
    answer: (method: string, answer: Answer) => void known.set(method, answer),
    refuse: (method: string, error: unknown) =>
      void known.set(method, () => {
        throw error
      }),
    emit(event: string, payload?: unknown): void {
      for (const one of [...listeners]) if (one.event === event) one.listener(payload)
    },
    on: (event: string, listener: Listener) => void listeners.push({ event, listener }),
    removeListener(event: string, listener: Listener): void {
      const index = listeners.findIndex((one) => one.event === event && one.listener === listener)
      if (index >= 0) listeners.splice(index, 1)
    },
  }
}

const page = globalThis as unknown as Record<string, unknown>

/** Removes everything that the wallets below have added to the page. */
export function clearPage(): void {
  for (const name of [
    'btc_providers',
    'webbtc_providers',
    'XverseProviders',
    'LeatherProvider',
    'okxwallet',
    'unisat',
  ]) {
    delete page[name]
  }
  delete page.bitkeep
  delete page.binancew3w
}

const SATS_NAMES: Readonly<Record<string, string>> = { Bitcoin: 'Mainnet' }

/** Xverse: failures are answers, and accounts come in the wallet's own order. */
export function xverse(start: Network = bitcoin, name = 'Xverse Wallet') {
  let on = start
  let isGranted = false
  const networkAnswer = () => ({ bitcoin: { name: SATS_NAMES[on.name] ?? on.name }, stacks: { name: 'mainnet' } })
  const addresses = () => {
    const { payment, ordinals } = keysOf(on)
    return [
      { ...ordinals, purpose: 'ordinals', addressType: 'p2tr', walletType: 'software' },
      { ...payment, purpose: 'payment', addressType: 'p2wpkh', walletType: 'software' },
    ].map(({ script: _, ...account }) => account)
  }
  const account = () => ({ id: 'a', addresses: addresses(), walletType: 'software', network: networkAnswer() })
  const wallet = script({
    wallet_connect: ({ network: wanted }: { network?: string }) => {
      isGranted = true
      on =
        [bitcoin, testnet, testnet4, signet, regtest].find((one) => (SATS_NAMES[one.name] ?? one.name) === wanted) ?? on
      return account()
    },
    wallet_getAccount: () => {
      if (!isGranted) throw Object.assign(new Error('Access denied.'), { code: -32002 })
      return account()
    },
    wallet_disconnect: () => {
      isGranted = false
      return null
    },
    wallet_changeNetwork: ({ name: wanted }: { name: string }) => {
      on =
        [bitcoin, testnet, testnet4, signet, regtest].find((one) => (SATS_NAMES[one.name] ?? one.name) === wanted) ?? on
      return null
    },
    signMessage: ({ protocol, address }: { protocol: string; address: string }) => ({
      signature: protocol === 'BIP322' ? BIP322_SIGNATURE : ECDSA_SIGNATURE,
      address,
    }),
    sendTransfer: () => ({ txid: TXID }),
    signPsbt: ({
      psbt,
      signInputs,
      broadcast,
    }: {
      psbt: string
      signInputs: Record<string, number[]>
      broadcast: boolean
    }) => {
      const signed = sign(fromBase64(psbt), Object.values(signInputs).flat(), broadcast)
      return { psbt: toBase64(signed), ...(broadcast && { txid: idOf(signed) }) }
    },
  })
  const provider = {
    async request(method: string, params: unknown) {
      try {
        return { jsonrpc: '2.0', id: '1', result: await wallet.call(method, params) }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { jsonrpc: '2.0', id: '1', error: { code, message } }
      }
    },
    addListener({ eventName, cb }: { eventName: string; cb: Listener }) {
      wallet.on(eventName, cb)
      return () => wallet.removeListener(eventName, cb)
    },
  }
  const grant = () => {
    isGranted = true
  }
  page.XverseProviders = { BitcoinProvider: provider }
  page.btc_providers = [{ id: 'XverseProviders.BitcoinProvider', name, icon: 'data:image/png;base64,AA==' }]
  return { ...wallet, provider, grant }
}

/** Leather: failures are rejections with a response inside; it always prompts. */
export function leather(on: Network = bitcoin) {
  const { payment, ordinals } = keysOf(on)
  const wallet = script({
    getAddresses: () => ({
      addresses: [
        {
          symbol: 'BTC',
          type: 'p2wpkh',
          address: payment.address,
          publicKey: payment.publicKey,
          derivationPath: "m/84'/0'/0'/0/0",
        },
        {
          symbol: 'BTC',
          type: 'p2tr',
          address: ordinals.address,
          publicKey: ordinals.publicKey,
          derivationPath: "m/86'/0'/0'/0/0",
        },
        { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
      ],
    }),
    signMessage: ({ paymentType }: { paymentType: string }) => ({
      signature: BIP322_SIGNATURE,
      address: paymentType === 'p2tr' ? ordinals.address : payment.address,
    }),
    sendTransfer: () => ({ txid: TXID }),
    signPsbt: ({ hex: text, signAtIndex, broadcast }: { hex: string; signAtIndex: number[]; broadcast: boolean }) => {
      const signed = sign(hex.decode(text), signAtIndex, broadcast)
      return { hex: hex.encode(signed), ...(broadcast && { txid: idOf(signed) }) }
    },
  })
  const provider = {
    async request(method: string, params: unknown) {
      try {
        return { jsonrpc: '2.0', id: '1', result: await wallet.call(method, params) }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        throw { jsonrpc: '2.0', id: '1', error: { code, message } }
      }
    },
  }
  const show = () => {
    page.LeatherProvider = provider
    page.btc_providers = [{ id: 'LeatherProvider', name: 'Leather', icon: 'https://leather.example/icon.png' }]
  }
  return { ...wallet, provider, show }
}

/** UniSat's interface, most of which OKX shares. */
function unisatMethods(on: () => Network) {
  let isGranted = false
  const address = () => keysOf(on()).payment.address
  return {
    requestAccounts: () => {
      isGranted = true
      return [address()]
    },
    getAccounts: () => (isGranted ? [address()] : []),
    getPublicKey: () => keysOf(on()).payment.publicKey,
    signMessage: (_: string, type: string) => (type === 'ecdsa' ? ECDSA_SIGNATURE : BIP322_SIGNATURE),
    signPsbt: (
      text: string,
      { toSignInputs, autoFinalized }: { toSignInputs: { index: number }[]; autoFinalized: boolean },
    ) =>
      hex.encode(
        sign(
          hex.decode(text),
          toSignInputs.map(({ index }) => index),
          autoFinalized,
        ),
      ),
    pushPsbt: (signed: string) => idOf(hex.decode(signed)),
    disconnect: () => {
      isGranted = false
    },
  } satisfies Record<string, Answer>
}

const asObject = (wallet: ReturnType<typeof script>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, async (...params: unknown[]) => wallet.call(name, ...params)]))

export function unisat(
  start: Network = bitcoin,
  place: (provider: object) => void = (provider) => {
    page.unisat = provider
  },
) {
  let on = start
  const CHAINS = {
    BITCOIN_MAINNET: bitcoin,
    BITCOIN_TESTNET: testnet,
    BITCOIN_TESTNET4: testnet4,
    BITCOIN_SIGNET: signet,
  }
  const answers = {
    ...unisatMethods(() => on),
    getChain: () => ({ enum: Object.entries(CHAINS).find(([, one]) => one === on)?.[0], network: 'livenet' }),
    switchChain: (chain: keyof typeof CHAINS) => {
      if (!CHAINS[chain]) throw Object.assign(new Error('not supported'), { code: -32602 })
      on = CHAINS[chain]
      return { enum: chain }
    },
    sendBitcoin: () => TXID,
  }
  const wallet = script(answers)
  const provider = { ...asObject(wallet, Object.keys(answers)), on: wallet.on, removeListener: wallet.removeListener }
  const go = (to: Network) => {
    on = to
  }
  place(provider)
  return { ...wallet, provider, go }
}

export function okx() {
  const forNetwork = (on: Network) => {
    const methods = unisatMethods(() => on)
    const answers = {
      ...methods,
      connect: () => {
        const [address] = methods.requestAccounts()
        return { address, publicKey: keysOf(on).payment.publicKey }
      },
      send: () => ({ txhash: TXID }),
    }
    const wallet = script(answers)
    const provider = { ...asObject(wallet, Object.keys(answers)), on: wallet.on, removeListener: wallet.removeListener }
    return { ...wallet, provider }
  }
  const mainnet = forNetwork(bitcoin)
  const onTestnet = forNetwork(testnet)
  page.okxwallet = {
    bitcoin: mainnet.provider,
    bitcoinTestnet: onTestnet.provider,
    cardano: { icon: 'data:image/svg+xml,%3Csvg/%3E' },
  }
  return { mainnet, testnet: onTestnet }
}

interface StandardOptions {
  readonly name?: string
  readonly on?: Network
  readonly chains?: readonly string[]
  readonly features?: Record<string, unknown>
}

/** Registers a Wallet Standard wallet; `unregister` removes it. */
export function standard({
  name = 'Harbor',
  on = bitcoin,
  chains = ['bitcoin:mainnet'],
  features = {},
}: StandardOptions = {}) {
  const bytes = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  let accounts: { address: string; publicKey: Uint8Array; chains: readonly string[]; features: string[] }[] = []
  const own = () => {
    const { payment, ordinals } = keysOf(on)
    return [payment, ordinals].map(({ address, publicKey }) => ({
      address,
      publicKey: hex.decode(publicKey),
      chains,
      features: [],
    }))
  }
  const wallet = script({
    connect: () => {
      accounts = own()
      return { accounts }
    },
    signMessage: () => [{ signature: bytes(BIP322_SIGNATURE) }],
    signTransaction: ({ psbt, inputsToSign }: { psbt: Uint8Array; inputsToSign: { signingIndexes: number[] }[] }) => [
      {
        signedPsbt: sign(
          psbt,
          inputsToSign.flatMap(({ signingIndexes }) => signingIndexes),
        ),
      },
    ],
    disconnect: () => {
      accounts = []
    },
  })
  const asked = (method: string) => ({ [method]: async (input: unknown) => wallet.call(method, input) })
  const registered = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,AA==',
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'bitcoin:connect': asked('connect'),
      'bitcoin:signMessage': asked('signMessage'),
      'bitcoin:signTransaction': asked('signTransaction'),
      'standard:disconnect': asked('disconnect'),
      ...features,
    },
  }
  let unregister = () => {}
  const detail = ({ register }: { register: (wallet: unknown) => () => void }) => {
    unregister = register(registered)
  }
  const onReady = (event: Event) => detail((event as CustomEvent).detail)
  globalThis.addEventListener('wallet-standard:app-ready', onReady)
  const expose = () => {
    accounts = own()
  }
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  const leave = () => {
    globalThis.removeEventListener('wallet-standard:app-ready', onReady)
    unregister()
  }
  return { ...wallet, registered, unregister: leave, expose }
}

/** A wallet's `standard:events` feature. */
export function standardEvents() {
  const listeners = new Set<Listener>()
  const feature = {
    on(_: string, listener: Listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { listeners, feature, emit: (change: unknown) => listeners.forEach((listener) => void listener(change)) }
}

/** The adapter of a site with these networks, and everything that the adapter has reported. */
export function site(networks: readonly Network[] = [bitcoin, testnet, signet]) {
  const life = new AbortController()
  const adapter = createBip122Adapter({ networks: () => networks })
  const told: (readonly Connector[])[] = []
  adapter.watchConnectors((connectors) => void told.push(connectors), life.signal)
  const changes: ConnectionChange[] = []
  const [network = bitcoin] = networks
  return {
    adapter,
    told,
    changes,
    connectors: () => told.at(-1) ?? [],
    connect: (id: string, on: Network = network): Promise<Connection> => adapter.connect(id, { network: on }),
    restore: (id: string, on: Network = network) => adapter.restore(id, { network: on }),
    switchNetwork: async (id: string, to: Network) => adapter.switchNetwork?.(id, to),
    watch: (id: string, signal = life.signal) =>
      adapter.watchConnection(id, (change) => void changes.push(change), signal),
    provider: (id: string) => adapter.getProvider(id) as BitcoinProvider,
    end: () => life.abort(),
  }
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** Resolves once available answers have been processed. */
export const settled = (): Promise<void> => new Promise((done) => setTimeout(done))
