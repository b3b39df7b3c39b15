/** services.md §10: the last three, newest first, separated by commas. */
const KEY = '@portico/recent_emails'
const KEPT_MAX = 3

/** Recent addresses in this browser; empty if storage is unavailable. */
export function recentEmails(): readonly string[] {
  try {
    const all = (localStorage.getItem(KEY) ?? '').split(',')
    return all.filter((email) => email.includes('@')).slice(0, KEPT_MAX)
  } catch {
    return []
  }
}

/** An address with a comma would read back as two, so it is not stored. */
export function rememberEmail(email: string): void {
  if (email.includes(',')) return
  const others = recentEmails().filter((other) => other.toLowerCase() !== email.toLowerCase())
  try {
    localStorage.setItem(KEY, [email, ...others].slice(0, KEPT_MAX).join(','))
  } catch {
    // Storage is blocked or full: not worth an error.
  }
}
