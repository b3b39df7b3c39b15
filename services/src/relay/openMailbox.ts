import type { Log } from '../log.ts'
import { openKeptMailbox } from './keepMessages.ts'
import type { RelayLimits } from './limits.ts'
import type { Mailbox } from './mailbox.ts'
import { createMemoryMailbox } from './memoryMailbox.ts'

export interface MailboxOptions {
  readonly redisUrl?: string
  /** A folder that is this process's alone, for what waits while it is stopped. */
  readonly folder?: string
  readonly limits: RelayLimits
  readonly log: Log
}

/**
 * The mailbox that the operator chose. The Redis client is loaded only where it is used.
 * @throws Error with one sentence when the Redis server cannot be used
 */
export async function openMailbox({ redisUrl, folder, limits, log }: MailboxOptions): Promise<Mailbox> {
  if (redisUrl) {
    const { openRedisMailbox } = await import('./redisMailbox.ts')
    return openRedisMailbox(redisUrl, limits, log)
  }
  return folder ? openKeptMailbox(folder, limits, log) : createMemoryMailbox(limits)
}
