import { emailIdentity } from '@portico/contracts/embeddedWallet/email'

/** Gmail's domains, which ignore dots in the name. */
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The key under which limits count a mailbox. Ignores case, and any tag after a `+` (RFC 5233) at every domain: at the
 * few domains without such tags, similar addresses share a limit. Ignores dots at gmail.com and googlemail.com, which
 * share their mailboxes. Never used to identify a person: see `emailIdentity`.
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
