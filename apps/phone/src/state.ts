import type { Namespace } from './networks.ts'
import type { Network } from './settings.ts'

/** Number of accounts shown per family. */
export const ACCOUNT_COUNT = 4

export interface Site {
  readonly name: string
  readonly url: string
}

/** The choices that sessions are approved with. */
export interface Choice {
  readonly families: readonly Namespace[]
  /** CAIP-2 ids; all known networks if absent. A given list can also name unknown networks that a site requests. */
  readonly networks?: readonly string[]
  /** Account numbers, counted from 0; the active account comes first. */
  readonly accounts: readonly number[]
}

/** How the phone's owner responds. */
export interface Behaviour {
  /** `ask` waits for the owner; `never` leaves sites without an answer. */
  readonly answer: 'ask' | 'approve' | 'reject' | 'never'
  /** Delay before every answer. */
  readonly delayMs: number
  /** `ignore`: does not support one-click sign-in, so that a site's ordinary proposal is shown. */
  readonly authentication: 'sign' | 'ignore'
}

/** A site's request for one family. */
export interface RequestedFamily {
  readonly namespace: string
  readonly networks: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

interface PromptOf<Kind extends string> {
  readonly kind: Kind
  readonly id: number
  readonly site: Site
  /** Set while an answer is being sent. */
  readonly isBusy?: boolean
}

export interface ProposalPrompt extends PromptOf<'proposal'> {
  readonly requested: readonly RequestedFamily[]
}

export interface RequestPrompt extends PromptOf<'request'> {
  readonly topic: string
  readonly networkId: string
  readonly method: string
  readonly params: unknown
  /** What the request would do. */
  readonly words: string
}

export interface AuthenticationPrompt extends PromptOf<'authentication'> {
  readonly words: string
  readonly networks: readonly string[]
}

/** A request that waits for the phone's owner. */
export type Prompt = ProposalPrompt | RequestPrompt | AuthenticationPrompt

export interface LogEntry {
  readonly id: number
  readonly kind: Prompt['kind']
  readonly site: Site
  /** The requested method, for requests. */
  readonly method?: string
  readonly params?: unknown
  readonly networkId?: string
  readonly outcome: 'waiting' | 'approved' | 'rejected' | 'ignored' | 'expired' | 'failed'
  readonly result?: unknown
  readonly error?: string
}

export interface Session {
  readonly topic: string
  readonly site: Site
  /** CAIP-2 and CAIP-10 ids, keyed by family. */
  readonly families: Readonly<
    Record<string, { networks: readonly string[]; accounts: readonly string[]; methods: readonly string[] }>
  >
}

/** The phone's whole state; plain data. */
export interface PhoneState {
  readonly connection: 'connecting' | 'online' | 'offline'
  readonly prompts: readonly Prompt[]
  readonly sessions: readonly Session[]
  readonly log: readonly LogEntry[]
  readonly choice: Choice
  readonly behaviour: Behaviour
  readonly networks: readonly Network[]
  readonly activeNetworks: Readonly<Partial<Record<Namespace, string>>>
  readonly activeAccount: number
}

/** The state kept across reloads if requested. The pairing library stores prompts and sessions itself. */
export type KeptState = Pick<
  PhoneState,
  'log' | 'choice' | 'behaviour' | 'networks' | 'activeNetworks' | 'activeAccount'
>

export function keptOf(state: PhoneState): KeptState {
  const { log, choice, behaviour, networks, activeNetworks, activeAccount } = state
  return { log, choice, behaviour, networks, activeNetworks, activeAccount }
}

export interface Store {
  readonly state: PhoneState
  change(change: Partial<PhoneState>): void
  /** Calls back after each change. Returns a function that unsubscribes. */
  subscribe(onChange: (state: PhoneState) => void): () => void
}

export function createStore(initial: PhoneState): Store {
  let state = initial
  const listeners = new Set<(state: PhoneState) => void>()
  return {
    get state() {
      return state
    },
    change(change) {
      state = { ...state, ...change }
      for (const listener of [...listeners]) listener(state)
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
