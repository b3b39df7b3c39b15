import { ADDRESS } from './fixtures.ts'

type Listener = (payload: never) => void

/** A wallet's own error, with a code and a text from EIP-1193 or EIP-1474. */
export const walletError = (code: number | string, message = '', more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more })

interface FakeProviderOptions {
  readonly accounts?: unknown
  readonly chainId?: unknown
  /** The chains that the wallet knows from the start. */
  readonly chains?: readonly string[]
  /** Whether the wallet switches to a network that it adds. EIP-3085 leaves this to the wallet. */
  readonly isOnAddedChain?: boolean
}

/** An EIP-1193 wallet without keys. By default, it approves everything. */
export function fakeProvider({
  accounts = [ADDRESS],
  chainId = '0x1',
  chains = ['0x1', '0x89'],
  isOnAddedChain = true,
}: FakeProviderOptions = {}) {
  const requests: { readonly method: string; readonly params?: unknown }[] = []
  const listeners: { event: string; listener: Listener }[] = []
  const known = new Set(chains)
  let current = chainId
  const chainOf = (params: unknown) => (params as [{ chainId: string }])[0].chainId

  const answers = new Map<string, (params: unknown) => unknown>([
    ['eth_requestAccounts', () => accounts],
    ['eth_accounts', () => accounts],
    ['eth_chainId', () => current],
    ['personal_sign', () => '0x5160'],
    ['wallet_revokePermissions', () => null],
    [
      'wallet_switchEthereumChain',
      (params) => {
        if (!known.has(chainOf(params))) throw walletError(4902, 'Unrecognized chain ID')
        current = chainOf(params)
        return null
      },
    ],
    [
      'wallet_addEthereumChain',
      (params) => {
        known.add(chainOf(params))
        if (isOnAddedChain) current = chainOf(params)
        return null
      },
    ],
  ])

  return {
    requests,
    /** The requested methods, in order. */
    get methods() {
      return requests.map(({ method }) => method)
    },
    listeners,
    answer(method: string, answer: (params: unknown) => unknown): void {
      answers.set(method, answer)
    },
    /** Makes every request for this method fail with an error. */
    refuse(method: string, error: unknown): void {
      answers.set(method, () => {
        throw error
      })
    },
    emit(event: string, payload?: unknown): void {
      for (const entry of [...listeners]) if (entry.event === event) entry.listener(payload as never)
    },
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      requests.push({ method, params })
      const answer = answers.get(method)
      if (!answer) throw walletError(4200, `The method ${method} is not supported`)
      return answer(params)
    },
    on(event: string, listener: Listener): void {
      listeners.push({ event, listener })
    },
    removeListener(event: string, listener: Listener): void {
      const index = listeners.findIndex((entry) => entry.event === event && entry.listener === listener)
      if (index >= 0) listeners.splice(index, 1)
    },
  }
}

export type FakeProvider = ReturnType<typeof fakeProvider>
