import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@portico/contracts'

/** chains.md, appendix H */
const FEATURES = `popup,width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX},scrollbars=yes`

/** By purchase. What a store holds is data, and a window is none. */
const windows = new Map<string, Window>()

/** A page of somebody else: never a script, and not without encryption unless our own page is so, too. */
export function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && globalThis.location?.protocol === 'http:')
}

/**
 * Opens the window of a purchase, empty or on its page: within the press itself, or browsers keep it shut.
 * @returns whether it is open
 */
export function openBuyWindow(id: string, url = ''): boolean {
  closeBuyWindow(id)
  const popup = window.open('', '_blank', FEATURES)
  if (!popup) return false
  windows.set(id, popup)
  return url === '' || leadBuyWindow(id, url)
}

/** Sends it to its page, which learns nothing of ours. False where the visitor has closed it, or it never came up. */
export function leadBuyWindow(id: string, url: string): boolean {
  const popup = windows.get(id)
  if (!popup || popup.closed || !isPageUrl(url)) return false
  popup.opener = null
  popup.location.replace(url)
  return true
}

export const isBuyWindowOpen = (id: string): boolean => windows.get(id)?.closed === false

export function closeBuyWindow(id: string): void {
  windows.get(id)?.close()
  windows.delete(id)
}
