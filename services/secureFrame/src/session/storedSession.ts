import { LoginRotateAnswer, type OpenedSession } from '@portico/contracts/services/login'
import { type InferOutput, number, object, optional, safeParse } from 'valibot'
import type { Session } from '../interfaces.ts'

/** `sinceMs`: when the token came, by this clock. `keepDueSinceMs`: time of the sign-in, until both stores know. */
const StoredSession = object({
  ...LoginRotateAnswer.entries,
  sinceMs: number(),
  keepDueSinceMs: optional(number()),
})
export type StoredSession = InferOutput<typeof StoredSession>

/** Undefined for anything but a session, and for one that has expired. */
export function readStored(value: unknown, nowMs: number): StoredSession | undefined {
  const { success, output } = safeParse(StoredSession, value)
  return success && output.expiresAtMs > nowMs ? output : undefined
}

export const toStored = (session: OpenedSession, nowMs: number): StoredSession => ({ ...session, sinceMs: nowMs })

/** Whether half of the token's lifetime is over. */
export const isHalfOver = ({ sinceMs, expiresAtMs }: StoredSession, nowMs: number): boolean =>
  nowMs >= sinceMs + (expiresAtMs - sinceMs) / 2

/** The session for other code, without the token. */
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
