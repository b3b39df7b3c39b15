/** views.md §16 */
const HOSTS = ['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'icloud.com', 'zoho.com'] as const

/** Complete addresses that the typed text could become; none once its host is complete. */
export function suggestions(typed: string): readonly { readonly ending: string; readonly email: string }[] {
  const [name = '', host = '', ...more] = typed.trim().split('@')
  if (name === '' || more.length > 0 || /\s/.test(name)) return []
  const begun = host.toLowerCase()
  return HOSTS.filter((each) => each.startsWith(begun) && each !== begun).map((each) => ({
    ending: `@${each}`,
    email: `${name}@${each}`,
  }))
}
