import type { Address } from 'viem'
import { askNode } from './askNode.ts'
import type { CoreControls } from './coreControls.ts'
import { ANY_BITCOIN_ADDRESS } from './hostility.ts'
import { methods } from './methods.ts'
import { disconnected, ProviderError, unsupportedMethod } from './providerError.ts'
import { RequestCore } from './requestCore.ts'
import { type ProviderEvents, type WalletSetup, WalletState } from './walletState.ts'

export interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

type Listener<E extends keyof ProviderEvents> = (payload: ProviderEvents[E]) => void

/** EIP-1193. */
export interface Provider {
  request(request: RequestArguments): Promise<unknown>
  on<E extends keyof ProviderEvents>(event: E, listener: Listener<E>): Provider
  removeListener<E extends keyof ProviderEvents>(event: E, listener: Listener<E>): Provider
}

/** The wallet's controls for tests and the console: `window.devWallet`. */
export interface WalletControls extends Omit<CoreControls, 'announce' | 'withdraw'> {
  readonly accounts: readonly Address[]
  readonly chainId: number
  setChain(chainId: number): void
  /**
   * Reports that the wallet has lost all chains: for good (4900, EIP-1193), or temporarily (1013), as MetaMask does.
   */
  emitDisconnect(code?: 4900 | 1013): void
}

/** An empty account list and a chain number are meaningful, so they are not garbage. */
const saysSomething = (event: string, payload: unknown) =>
  event === 'accountsChanged'
    ? Array.isArray(payload) && payload.length === 0
    : event === 'chainChanged' && typeof payload === 'number'

const ACCOUNT_METHODS = ['eth_accounts', 'eth_requestAccounts']

/** A wallet with real keys and configurable behavior. */
export function createWallet(setup: WalletSetup & { behaviour: string }): {
  provider: Provider
  controls: WalletControls
} {
  const core = new RequestCore(setup.behaviour, (event, payload) => !saysSomething(event, payload))
  const state = new WalletState(setup, core.events.emit)

  const provider: Provider = {
    async request({ method, params = [] }) {
      return core.answer<unknown>(method, params, (ask) => {
        const { behaviour } = core
        if (behaviour.hostility.garbage === 'foreign' && ACCOUNT_METHODS.includes(method)) return [ANY_BITCOIN_ADDRESS]
        const run = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (run) return run(params, { state, behaviour, ask })
        if (method.startsWith('wallet_')) throw unsupportedMethod(method)
        return askNode(state.rpcUrl(), method, params, () => disconnected(state.chainId))
      })
    },
    on(event, listener) {
      core.events.on(event, listener as (payload: unknown) => void)
      return provider
    },
    removeListener(event, listener) {
      core.events.off(event, listener as (payload: unknown) => void)
      return provider
    },
  }

  const controls: WalletControls = {
    log: core.log,
    get behaviour() {
      return core.text
    },
    get accounts() {
      return state.addresses
    },
    get chainId() {
      return state.chainId
    },
    setBehaviour: (behaviour) => core.setBehaviour(behaviour),
    approve: () => core.approve(),
    setChain: (chainId) => state.setChain(chainId),
    setAccount: (index) => state.setAccount(index),
    lock: () => state.lock(),
    emitDisconnect: (code = 4900) =>
      core.events.emit('disconnect', new ProviderError(code, 'The wallet is disconnected.')),
    emitNoise: () => core.events.emitNoise(),
  }

  return { provider, controls }
}
