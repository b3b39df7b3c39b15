/** A signed text in this browser's storage. Scripts of the page can change it, so it is verified at each use. */
export interface KeptText {
  /** Undefined if nothing is stored, or if storage is blocked. */
  read(): string | undefined
  /** Does nothing if storage is blocked. */
  write(text: string): void
}

/** @param name of the storage's entry */
export const keptText = (name: string): KeptText => ({
  read() {
    try {
      return localStorage.getItem(name) ?? undefined
    } catch {}
  },
  write(text) {
    try {
      localStorage.setItem(name, text)
    } catch {}
  },
})
