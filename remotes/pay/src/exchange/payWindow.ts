/** public-api.md §15: of the window in which an exchange is paid from. */
const FEATURES = 'popup,width=480,height=720,scrollbars=yes'

/** By payment. What a store holds is data, and a window is none. */
const windows = new Map<string, Window>()

/** A page of somebody else: never a script, and not without encryption unless our own page is so, too. */
export function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && globalThis.location?.protocol === 'http:')
}

/**
 * Opens the window of a payment, empty or on its page: within the press itself, or browsers keep it shut.
 * @returns whether it is open
 */
export function openPayWindow(id: string, url = ''): boolean {
  closePayWindow(id)
  const popup = window.open('', '_blank', FEATURES)
  if (!popup) return false
  windows.set(id, popup)
  return url === '' || leadPayWindow(id, url)
}

/** Sends it to its page, which learns nothing of ours. False where the visitor has closed it, or it never came up. */
export function leadPayWindow(id: string, url: string): boolean {
  const popup = windows.get(id)
  if (!popup || popup.closed || !isPageUrl(url)) return false
  popup.opener = null
  popup.location.replace(url)
  return true
}

export const isPayWindowOpen = (id: string): boolean => windows.get(id)?.closed === false

export function closePayWindow(id: string): void {
  windows.get(id)?.close()
  windows.delete(id)
}
