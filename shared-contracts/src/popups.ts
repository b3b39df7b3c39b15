/** Whether a third-party page may be opened. Its URL must have no credentials and use https, or http if ours does. */
export function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && globalThis.location?.protocol === 'http:')
}

/** Windows with third-party pages. Each has an id, which names its purpose. */
export interface Popups {
  /**
   * Opens a window, either empty or with a page. Call it within a click handler, because browsers block it otherwise.
   * @returns whether the window is open
   */
  open(id: string, url?: string): boolean
  /** Leads a window to a page, which learns nothing about ours. False if the window is closed or the page forbidden. */
  lead(id: string, url: string): boolean
  isOpen(id: string): boolean
  close(id: string): void
}

/** Creates the windows. @param size in CSS pixels */
export function createPopups({ width, height }: { readonly width: number; readonly height: number }): Popups {
  // The windows cannot be in a store, which holds only plain data.
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
