import type { Log } from '../log.ts'
import { openKeptMailbox } from './keepMessages.ts'
import type { RelayLimits } from './limits.ts'
import type { Mailbox } from './mailbox.ts'
import { createMemoryMailbox } from './memoryMailbox.ts'

export interface MailboxOptions {
  readonly redisUrl?: string
  /** A folder owned by this process, for messages that wait while the process is stopped. */
  readonly folder?: string
  readonly limits: RelayLimits
  readonly log: Log
}

/**
 * The mailbox chosen by the operator. Loads the Redis client on demand.
 * @throws Error with one sentence if the Redis server cannot be used
 */
export async function openMailbox({ redisUrl, folder, limits, log }: MailboxOptions): Promise<Mailbox> {
  if (redisUrl) {
    const { openRedisMailbox } = await import('./redisMailbox.ts')
    return openRedisMailbox(redisUrl, limits, log)
  }
  return folder ? openKeptMailbox(folder, limits, log) : createMemoryMailbox(limits)
}
