import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 5

type Nothing = false | null | undefined

/** What `find` has found, as soon as it has; whether it ever does is the test's own time limit. */
export async function until<Found>(find: () => Found | Nothing | Promise<Found | Nothing>): Promise<Found> {
  for (;;) {
    const found = await find()
    if (found) return found
    await pause(POLL_MS)
  }
}
