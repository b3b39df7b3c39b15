import type { SIWXMessageData, SIWXSession } from '@portico/contracts'
import type { SIWXMessenger } from '../messages/createMessenger.ts'
import type { SIWXVerifier } from '../verifiers/index.ts'
import { identityOf, isSameAccount } from './account.ts'

/** Undefined if the session cannot be checked right now. */
export type Verification = (session: SIWXSession) => Promise<boolean | undefined>

/** The number of sessions whose result is remembered; a visitor has fewer accounts than that. */
const REMEMBERED = 64

/** The fields that decide whether a session counts. Wallets that add capabilities can reword the other fields. */
const DECISIVE = ['domain', 'nonce', 'issuedAt', 'expirationTime', 'notBefore'] as const

/** Whether the parsed signed text matches the data claimed for it. */
const saysTheSame = (signed: SIWXMessageData, claimed: SIWXMessageData): boolean =>
  isSameAccount(signed, claimed.chainId, claimed.accountAddress) &&
  DECISIVE.every((name) => signed[name] === claimed[name])

async function ask(verifiers: readonly SIWXVerifier[], session: SIWXSession): Promise<boolean | undefined> {
  const namespace = session.data.chainId.split(':')[0]
  const inCharge = verifiers.filter(({ chainNamespace }) => chainNamespace === namespace)
  if (inCharge.length === 0) return false
  // A verifier that throws counts as undecided.
  const results = await Promise.all(
    inCharge.map(async (verifier) => verifier.verify(session)).map((result) => result.catch(() => undefined)),
  )
  if (results.includes(false)) return false
  return results.every((result) => result === true) ? true : undefined
}

/**
 * Runs the verifiers once per session and page: a signature does not change, and a contract account costs a request.
 * Undecided sessions are checked again.
 */
export function createVerification(verifiers: readonly SIWXVerifier[], messenger: SIWXMessenger): Verification {
  const answers = new Map<string, Promise<boolean | undefined>>()
  return async (session) => {
    if (messenger.parseMessage) {
      const signed = messenger.parseMessage(session.message)
      if (!signed || !saysTheSame(signed, session.data)) return false
    }
    const identity = identityOf(session)
    const known = answers.get(identity)
    if (known) return known
    const answer = ask(verifiers, session)
    answers.set(identity, answer)
    const [oldest] = answers.keys()
    if (answers.size > REMEMBERED && oldest !== undefined) answers.delete(oldest)
    const result = await answer
    if (result === undefined) answers.delete(identity)
    return result
  }
}
