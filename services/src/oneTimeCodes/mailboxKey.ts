import { emailIdentity } from '@portico/contracts/embeddedWallet/email'

/** Domains that ignore dots in the name, and their common form. */
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The key of a mailbox in limits. Ignores case and any tag after a `+` (RFC 5233), at every domain: at the few without
 * such tags, similar addresses share a limit. Ignores dots at gmail.com and googlemail.com, which are the same
 * mailboxes. Never identifies a person: see `emailIdentity`.
 * @param email as parsed by `EmailText`
 */
export function mailboxKey(email: string): string {
  const identity = emailIdentity(email)
  const at = identity.lastIndexOf('@')
  const [name, domain] = [identity.slice(0, at), identity.slice(at + 1)]
  // A name that begins with a plus has no tag.
  const untagged = name.replace(/(?<=.)\+.*$/u, '')
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
