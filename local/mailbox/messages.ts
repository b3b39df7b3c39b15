import { randomUUID } from 'node:crypto'

/** A mail as received. */
export interface Message {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** Milliseconds since 1970. */
  readonly receivedAtMs: number
}

/** More than anybody reads in development. */
const MAX_MESSAGES = 200

/** Received mail, newest first; the oldest is dropped beyond `MAX_MESSAGES`. */
export function createMessages(now: () => number = Date.now) {
  let kept: readonly Message[] = []
  return {
    add(message: Omit<Message, 'id' | 'receivedAtMs'>): void {
      kept = [{ ...message, id: randomUUID(), receivedAtMs: now() }, ...kept].slice(0, MAX_MESSAGES)
    },
    /** @param to lists only mail for this address, in any spelling; all mail if absent */
    list(to?: string): readonly Message[] {
      const wanted = to?.toLowerCase()
      return kept.filter((message) => !wanted || message.to.some((address) => address.toLowerCase() === wanted))
    },
  }
}
export type Messages = ReturnType<typeof createMessages>
