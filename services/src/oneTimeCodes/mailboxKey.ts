import { emailIdentity } from '@portico/contracts/embeddedWallet/email'

/** Where dots in the name make no difference, and which of the two domains stands for both. */
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The key under which limits count the mail to one mailbox. Case makes no difference, nor does what follows a `+` (RFC 5233),
 * at whatever domain: at the few that have no such tags, addresses that differ in nothing else share a limit. Dots make none at
 * gmail.com and googlemail.com, which are the same mailboxes. An identity is never read from it: see `emailIdentity`.
 * @param email as `EmailText` has read it
 */
export function mailboxKey(email: string): string {
  const identity = emailIdentity(email)
  const at = identity.lastIndexOf('@')
  const [name, domain] = [identity.slice(0, at), identity.slice(at + 1)]
  // A name that begins with a plus is no tag of anything.
  const untagged = name.replace(/(?<=.)\+.*$/u, '')
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
