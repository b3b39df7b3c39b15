/** The visitor's, as IANA calls it, in capital letters; empty where it cannot be read, which restricts nobody. */
export function timeZone(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone.toUpperCase()
  } catch {
    return ''
  }
}
