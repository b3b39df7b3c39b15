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

/** A plug-in, with what `siweConfig` adds (chains.md §7.10). */
export type PlugIn = SIWXConfig & {
  /** Called when the account changes; the plug-in then signs out by itself. */
  accountChanged?(from: Who, to: Who): Promise<void>
  /** The age from which a message that waits to be signed is created again. Default: five minutes. */
  readonly nonceRefetchIntervalMs?: number
  /** How often a session is checked while the page is visible. Default: never. */
  readonly sessionRefetchIntervalMs?: number
}

/** A message as it will be signed, and the data of the session that follows. */
export interface PreparedMessage {
  readonly data: SIWXMessageData
  readonly text: string
}

export const networkOf = ({ caipAddress }: Account): CaipNetworkId => parseCaipAddress(caipAddress).caipNetworkId
export const whoOf = (account: Account): Who => ({ chainId: networkOf(account), address: account.address })

/** Runs one task after another, because a slow sign-out must not end a session that was created after it. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run<T>(write: () => T | PromiseLike<T>): Promise<T> {
      const result = last.then(() => ask(write))
      last = result.catch(() => {})
      return result
    },
    /** Settles when all tasks so far have finished or failed. */
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

/** Whether a site's plug-in has a session for this account. @throws whatever the plug-in throws */
export async function hasSession(siwx: SIWXConfig, { chainId, address }: Who): Promise<boolean> {
  const sessions = await ask(() => siwx.getSessions(chainId, address))
  return Array.isArray(sessions) && sessions.length > 0
}

/** A field of the site's plug-in; absent if its getter throws. */
export const optional = <K extends keyof PlugIn>(siwx: PlugIn, name: K): PlugIn[K] | undefined =>
  safely(() => siwx[name])

/** The longest delay of a timer. A timer with a longer delay would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** An interval in milliseconds. Undefined, which means never, for 0 and for invalid values. */
const asInterval = (ms: unknown): number | undefined =>
  typeof ms === 'number' && ms > 0 && ms <= LONGEST_TIMER_MS ? ms : undefined

/** Servers accept a nonce for some minutes. A visitor who takes longer to read should not sign in vain. */
const NONCE_INTERVAL_MS = 300_000

/** How old a message may be when it is signed; undefined if there is no limit. */
export const messageLifetime = (siwx: PlugIn): number | undefined =>
  asInterval(optional(siwx, 'nonceRefetchIntervalMs') ?? NONCE_INTERVAL_MS)

/** How often a session is checked; undefined if it never is. */
export const sessionInterval = (siwx: PlugIn): number | undefined =>
  asInterval(optional(siwx, 'sessionRefetchIntervalMs'))

/** If the plug-in cannot say whether signing in is required, it counts as required. */
export const isRequired = (siwx: SIWXConfig): boolean => safely(() => siwx.getRequired?.() !== false) ?? true
