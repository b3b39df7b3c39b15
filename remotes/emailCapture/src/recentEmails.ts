/** services.md §10: the last three, the newest first, separated by commas. */
const KEY = '@portico/recent_emails'
const KEPT_MAX = 3

/** Of this browser; where that keeps nothing, none. */
export function recentEmails(): readonly string[] {
  try {
    const all = (localStorage.getItem(KEY) ?? '').split(',')
    return all.filter((email) => email.includes('@')).slice(0, KEPT_MAX)
  } catch {
    return []
  }
}

/** A comma in a name would be two addresses: that one is not remembered. */
export function rememberEmail(email: string): void {
  if (email.includes(',')) return
  const others = recentEmails().filter((other) => other.toLowerCase() !== email.toLowerCase())
  try {
    localStorage.setItem(KEY, [email, ...others].slice(0, KEPT_MAX).join(','))
  } catch {
    // Blocked or full: it is typed again next time.
  }
}
