import { LoginRotateAnswer, type OpenedSession } from '@portico/contracts/services/login'
import { type InferOutput, number, object, optional, safeParse } from 'valibot'
import type { Session } from '../parts.ts'

/**
 * `sinceMs`: when its token came, by the clock of this device. `keepDueSinceMs`: when its first one did, as long as not both
 * stores have heard of it.
 */
const StoredSession = object({
  ...LoginRotateAnswer.entries,
  sinceMs: number(),
  keepDueSinceMs: optional(number()),
})
export type StoredSession = InferOutput<typeof StoredSession>

/** Undefined for what is none, and for one that has come to its end. */
export function readStored(value: unknown, nowMs: number): StoredSession | undefined {
  const { success, output } = safeParse(StoredSession, value)
  return success && output.expiresAtMs > nowMs ? output : undefined
}

export const toStored = (session: OpenedSession, nowMs: number): StoredSession => ({ ...session, sinceMs: nowMs })

/** Half of what the token had is over. */
export const isHalfOver = ({ sinceMs, expiresAtMs }: StoredSession, nowMs: number): boolean =>
  nowMs >= sinceMs + (expiresAtMs - sinceMs) / 2

/** What others may know of it: the token stays here. */
export const toSession = ({
  subject,
  provider,
  email,
  userName,
  expiresAtMs,
  isBeingDeleted,
  keepDueSinceMs,
}: StoredSession): Session => ({
  subject,
  provider,
  email,
  userName,
  expiresAtMs,
  isBeingDeleted,
  keepDueSinceMs,
})
