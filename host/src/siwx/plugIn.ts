import {
  type Account,
  type CaipNetworkId,
  parseCaipAddress,
  type SIWXConfig,
  type SIWXMessageData,
} from '@portico/contracts'
import { safely } from '../chains/announced.ts'
import { ask } from './ask.ts'

/** An account on a network, in the plug-ins' format. */
export interface Who {
  readonly chainId: CaipNetworkId
  readonly address: string
}

/** A plug-in, with the additions of `siweConfig` (chains.md §7.10). */
export type PlugIn = SIWXConfig & {
  /** Signs out by itself if the account changes. */
  accountChanged?(from: Who, to: Who): Promise<void>
  /** The age at which a message that waits to be signed is made again; default: five minutes. */
  readonly nonceRefetchIntervalMs?: number
  /** How often a session is checked while the page is visible; default: never. */
  readonly sessionRefetchIntervalMs?: number
}

/** A message as it will be signed, and its data for the session. */
export interface PreparedMessage {
  readonly data: SIWXMessageData
  readonly text: string
}

export const networkOf = ({ caipAddress }: Account): CaipNetworkId => parseCaipAddress(caipAddress).caipNetworkId
export const whoOf = (account: Account): Who => ({ chainId: networkOf(account), address: account.address })

/** Runs work sequentially: a slow sign-out must not end a session that was made after it. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run<T>(write: () => T | PromiseLike<T>): Promise<T> {
      const result = last.then(() => ask(write))
      last = result.catch(() => {})
      return result
    },
    /** Settles when everything queued so far has finished or failed. */
    idle: () => last,
  }
}

export type Queue = ReturnType<typeof createQueue>

/** @throws whatever the site's plug-in throws, and an error if the result is not a message */
export async function createMessage(siwx: SIWXConfig, { chainId, address }: Who): Promise<PreparedMessage> {
  const message = await ask(() => siwx.createMessage({ chainId, accountAddress: address }))
  const text: unknown = message?.toString()
  if (typeof text !== 'string' || !text) throw new Error('the plug-in has made no message')
  const { toString: _, ...data } = message
  return { data, text }
}

/** Whether a site's plug-in has a session for this account. @throws whatever it throws */
export async function hasSession(siwx: SIWXConfig, { chainId, address }: Who): Promise<boolean> {
  const sessions = await ask(() => siwx.getSessions(chainId, address))
  return Array.isArray(sessions) && sessions.length > 0
}

/** A field of the site's object; absent if its getter throws. */
export const optional = <K extends keyof PlugIn>(siwx: PlugIn, name: K): PlugIn[K] | undefined =>
  safely(() => siwx[name])

/** The limit of timers; anything longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Undefined, meaning never, for 0 and for invalid values. */
const asInterval = (ms: unknown): number | undefined =>
  typeof ms === 'number' && ms > 0 && ms <= LONGEST_TIMER_MS ? ms : undefined

/** Servers accept a nonce for some minutes; a visitor who reads the question for longer should not sign in vain. */
const NONCE_INTERVAL_MS = 300_000

/** How old a message may be when it is signed; undefined: no limit. */
export const messageLifetime = (siwx: PlugIn): number | undefined =>
  asInterval(optional(siwx, 'nonceRefetchIntervalMs') ?? NONCE_INTERVAL_MS)

/** How often a session is checked; undefined: never. */
export const sessionInterval = (siwx: PlugIn): number | undefined =>
  asInterval(optional(siwx, 'sessionRefetchIntervalMs'))

/** A plug-in that cannot say counts as requiring a sign-in. */
export const isRequired = (siwx: SIWXConfig): boolean => safely(() => siwx.getRequired?.() !== false) ?? true
