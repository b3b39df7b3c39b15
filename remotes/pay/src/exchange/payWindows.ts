import { createPopups } from '@portico/contracts/popups'

/** By payment (public-api.md §15). */
export const payWindows = createPopups({ width: 480, height: 720 })
