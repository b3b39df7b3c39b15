/** Whether another company's page may be opened: over https, or http where our own page is, and with no password in it. */
export function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && globalThis.location?.protocol === 'http:')
}

/** Windows of other companies' pages, by the id of what they are for. */
export interface Popups {
  /**
   * Opens a window, empty or on its page. To be called while a press is being handled: browsers block it otherwise.
   * @returns whether it is open
   */
  open(id: string, url?: string): boolean
  /** Sends a window to its page, which learns nothing of ours. False where it is closed, or the page may not be opened. */
  lead(id: string, url: string): boolean
  isOpen(id: string): boolean
  close(id: string): void
}

/** @param size in CSS pixels */
export function createPopups({ width, height }: { readonly width: number; readonly height: number }): Popups {
  // Not in a store, which holds plain data.
  const windows = new Map<string, Window>()
  const popups: Popups = {
    open(id, url = '') {
      popups.close(id)
      const popup = window.open('', '_blank', `popup,width=${width},height=${height},scrollbars=yes`)
      if (!popup) return false
      windows.set(id, popup)
      return url === '' || popups.lead(id, url)
    },
    lead(id, url) {
      const popup = windows.get(id)
      if (!popup || popup.closed || !isPageUrl(url)) return false
      popup.opener = null
      popup.location.replace(url)
      return true
    },
    isOpen: (id) => windows.get(id)?.closed === false,
    close(id) {
      windows.get(id)?.close()
      windows.delete(id)
    },
  }
  return popups
}
