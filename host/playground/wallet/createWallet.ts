import type { Address } from 'viem'
import { askChain } from './askChain.ts'
import { parseBehaviour, prompt } from './behaviour.ts'
import { ANY_BITCOIN_ADDRESS } from './foreignAddresses.ts'
import { insteadOfAnswering, noise } from './hostility.ts'
import { methods } from './methods.ts'
import { ProviderError, unsupportedMethod } from './providerError.ts'
import { type Emit, type ProviderEvents, type WalletSetup, WalletState } from './walletState.ts'

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
export interface WalletControls {
  readonly behaviour: string
  /** All addresses of the wallet, exposed to the page or not. */
  readonly accounts: readonly Address[]
  readonly chainId: number
  /** Every request so far. */
  readonly log: RequestArguments[]
  /** Takes the terms of `?wallet=`, e.g. `delay:500,reject`. */
  setBehaviour(behaviour: string): void
  /** Approves every hanging prompt. */
  approve(): void
  setChain(chainId: number): void
  setAccount(index: number): void
  lock(): void
  /** Reports that the wallet has lost all chains (EIP-1193), or only temporarily, as MetaMask does. */
  emitDisconnect(code?: 4900 | 1013): void
  /** Emits garbage to all listeners. */
  emitNoise(): void
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
  const listeners: { [E in keyof ProviderEvents]: Set<Listener<E>> } = {
    connect: new Set(),
    disconnect: new Set(),
    chainChanged: new Set(),
    accountsChanged: new Set(),
  }
  const emit: Emit = (event, payload) => {
    if (behaviour.isQuiet) return
    for (const listener of [...listeners[event]]) listener(payload)
  }
  const state = new WalletState(setup, emit)
  const log: RequestArguments[] = []
  let text = setup.behaviour
  let behaviour = parseBehaviour(text)
  const openPrompts = new Set<() => void>()

  const provider: Provider = {
    async request({ method, params = [] }) {
      log.push({ method, params })
      const deed = insteadOfAnswering(behaviour.hostility)
      if (deed) return deed()
      if (behaviour.hostility.garbage === 'foreign' && ACCOUNT_METHODS.includes(method)) return [ANY_BITCOIN_ADDRESS]
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (answer) return answer(params, { state, behaviour, ask: () => prompt(method, behaviour, openPrompts) })
      if (method.startsWith('wallet_')) throw unsupportedMethod(method)
      return askChain(state, method, params)
    },
    on(event, listener) {
      listeners[event]?.add(listener)
      const hear = listener as (payload: unknown) => void
      if (behaviour.hostility.isNoisy) for (const payload of noise()) queueMicrotask(() => hear(payload))
      return provider
    },
    removeListener(event, listener) {
      listeners[event]?.delete(listener)
      return provider
    },
  }

  const controls: WalletControls = {
    log,
    get behaviour() {
      return text
    },
    get accounts() {
      return state.addresses
    },
    get chainId() {
      return state.chainId
    },
    setBehaviour(next) {
      behaviour = parseBehaviour(next)
      text = next
    },
    approve() {
      for (const approve of openPrompts) approve()
      openPrompts.clear()
    },
    setChain: (chainId) => state.setChain(chainId),
    setAccount: (index) => state.setAccount(index),
    lock: () => state.lock(),
    emitDisconnect: (code = 4900) => emit('disconnect', new ProviderError(code, 'The wallet is disconnected.')),
    emitNoise() {
      for (const [event, present] of Object.entries(listeners)) {
        for (const listener of [...present] as ((payload: unknown) => void)[]) {
          for (const payload of noise()) if (!saysSomething(event, payload)) queueMicrotask(() => listener(payload))
        }
      }
    },
  }

  return { provider, controls }
}
