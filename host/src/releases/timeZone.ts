/** The visitor's IANA time zone in capital letters; empty if it cannot be read, which means no restrictions. */
export function timeZone(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone.toUpperCase()
  } catch {
    return ''
  }
}
