import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@portico/contracts'
import { createPopups } from '@portico/contracts/popups'

/** Payment windows, keyed by purchase id (chains.md, appendix H). */
export const buyWindows = createPopups({ width: POPUP_WIDTH_PX, height: POPUP_HEIGHT_PX })
