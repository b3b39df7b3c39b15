import { createPopups } from '@portico/contracts/popups'

/** Payment windows, keyed by payment id (public-api.md §15). */
export const payWindows = createPopups({ width: 480, height: 720 })
