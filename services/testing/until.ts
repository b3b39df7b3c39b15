import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 5

type Nothing = false | null | undefined

/** Polls until `find` returns something; the test's own timeout limits the wait. */
export async function until<Found>(find: () => Found | Nothing | Promise<Found | Nothing>): Promise<Found> {
  for (;;) {
    const found = await find()
    if (found) return found
    await pause(POLL_MS)
  }
}
