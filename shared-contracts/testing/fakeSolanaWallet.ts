import { walletError } from './fakeProvider.ts'

/** The addresses of the first two Solana accounts of the development mnemonic. */
export const SOLANA_ADDRESS = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
export const OTHER_SOLANA_ADDRESS = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'

interface FakeAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

type Listener = (change: object) => void
interface Registry {
  register(...wallets: unknown[]): () => void
}
type Method = (...inputs: readonly unknown[]) => unknown

interface FakeSolanaWalletOptions {
  readonly name?: unknown
  readonly icon?: unknown
  readonly chains?: readonly string[]
  readonly addresses?: readonly string[]
  /** Features that the wallet does not have. */
  readonly without?: readonly string[]
  /** True when the site was approved on an earlier visit, so that a silent connection returns the accounts. */
  readonly isGranted?: boolean
}

const METHODS = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'solana:signMessage': 'signMessage',
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
} as const

export type FakeFeature = keyof typeof METHODS

/** The fake wallet's signature, 64 bytes. */
export const FAKE_SIGNATURE = new Uint8Array(64).fill(7)

/** A Wallet Standard wallet for Solana, without keys. By default, it approves everything. */
export function fakeSolanaWallet({
  name = 'Harbor',
  icon = '',
  chains = ['solana:mainnet', 'solana:devnet'],
  addresses = [SOLANA_ADDRESS],
  without = [],
  isGranted = false,
}: FakeSolanaWalletOptions = {}) {
  const requests: { readonly feature: FakeFeature; readonly inputs: readonly unknown[] }[] = []
  const listeners = new Set<Listener>()
  const accountOf = (address: string): FakeAccount => ({ address, publicKey: new Uint8Array(32), chains, features: [] })
  const all = addresses.map(accountOf)
  let isTrusted = isGranted
  let accounts: readonly unknown[] = []

  const answers: Record<FakeFeature, Method> = {
    'standard:connect': (input) => {
      if (!isTrusted && (input as { silent?: boolean } | undefined)?.silent) return { accounts: [] }
      isTrusted = true
      accounts = all
      return { accounts }
    },
    'standard:disconnect': () => {
      isTrusted = false
      accounts = []
    },
    'standard:events': (_event, listener) => {
      listeners.add(listener as Listener)
      return () => listeners.delete(listener as Listener)
    },
    'solana:signMessage': (...inputs) =>
      inputs.map((input) => ({ signedMessage: (input as { message: Uint8Array }).message, signature: FAKE_SIGNATURE })),
    // A byte is appended as the signature, which is enough to check what was signed.
    'solana:signTransaction': (...inputs) =>
      inputs.map((input) => ({
        signedTransaction: Uint8Array.of(...(input as { transaction: Uint8Array }).transaction, 7),
      })),
    'solana:signAndSendTransaction': (...inputs) => inputs.map(() => ({ signature: FAKE_SIGNATURE })),
  }

  const run = (feature: FakeFeature, inputs: readonly unknown[]): unknown => {
    requests.push({ feature, inputs })
    const isSigning = feature.startsWith('solana:')
    const known = inputs.every((input) => accounts.includes((input as { account?: unknown } | undefined)?.account))
    if (isSigning && !known) throw walletError(4100, 'This account has not been shown to this site')
    return answers[feature](...inputs)
  }
  /** As in real wallets, requests are answered asynchronously, but listeners are added at once. */
  const later = (feature: FakeFeature): Method =>
    feature === 'standard:events' ? (...inputs) => run(feature, inputs) : async (...inputs) => run(feature, inputs)

  const features = Object.fromEntries(
    Object.entries(METHODS)
      .filter(([feature]) => !without.includes(feature))
      .map(([feature, method]) => [feature, { version: '1.0.0', [method]: later(feature as FakeFeature) }]),
  )

  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains,
    features,
    get accounts() {
      return accounts
    },
  }

  return {
    wallet,
    requests,
    /** The requested features, in order. */
    get asked() {
      return requests.map(({ feature }) => feature)
    },
    listeners,
    answer(feature: FakeFeature, answer: Method): void {
      answers[feature] = answer
    },
    /** Makes every request for this feature fail with an error. */
    refuse(feature: FakeFeature, error: unknown): void {
      answers[feature] = () => {
        throw error
      }
    },
    /** Makes the visitor choose other accounts in the wallet. An empty list revokes the site's permission. */
    setAccounts(given: readonly string[]): void {
      accounts = given.map(accountOf)
      for (const listener of [...listeners]) listener({ accounts })
    },
    /** Reports a change. */
    emit(change: object): void {
      for (const listener of [...listeners]) listener(change)
    },
    /**
     * Registers with the page as the standard describes, now and for apps that load later. @returns a function that
     * unregisters the wallet
     */
    register(): () => void {
      const leave: (() => void)[] = []
      const detail = (api: Registry) => void leave.push(api.register(wallet))
      const joinLater = (event: Event) => detail((event as CustomEvent<Registry>).detail)
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
      addEventListener('wallet-standard:app-ready', joinLater)
      return () => {
        removeEventListener('wallet-standard:app-ready', joinLater)
        for (const unregister of leave) unregister()
      }
    },
  }
}

export type FakeSolanaWallet = ReturnType<typeof fakeSolanaWallet>
