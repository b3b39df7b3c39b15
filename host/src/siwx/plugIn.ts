import {
  type Account,
  type CaipNetworkId,
  parseCaipAddress,
  type SIWXConfig,
  type SIWXMessageData,
} from '@portico/contracts'
import { ask } from './ask.ts'

/** An account on a network, as plug-ins name it. */
export interface Who {
  readonly chainId: CaipNetworkId
  readonly address: string
}

/** A plug-in that signs out by itself when the account changes (`siweConfig`). */
export type PlugIn = SIWXConfig & { accountChanged?(from: Who, to: Who): Promise<void> }

/** A message as it will be signed, and what a session keeps of it. */
export interface PreparedMessage {
  readonly data: SIWXMessageData
  readonly text: string
}

export const networkOf = ({ caipAddress }: Account): CaipNetworkId => parseCaipAddress(caipAddress).caipNetworkId
export const whoOf = (account: Account): Who => ({ chainId: networkOf(account), address: account.address })

/** One after the other: a slow sign-out must not end the session that was made after it. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run<T>(write: () => T | PromiseLike<T>): Promise<T> {
      const result = last.then(() => ask(write))
      last = result.catch(() => {})
      return result
    },
    /** Settles when everything that has been asked for until now has been done, or has failed. */
    idle: () => last,
  }
}

export type Queue = ReturnType<typeof createQueue>

/** @throws whatever the site's plug-in throws, and an error for what is no message */
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

/** A plug-in that cannot say counts as one that insists. */
export function isRequired(siwx: SIWXConfig): boolean {
  try {
    return siwx.getRequired?.() !== false
  } catch {
    return true
  }
}
