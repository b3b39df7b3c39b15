import { setTimeout as wait } from 'node:timers/promises'
import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'

const POLL_MS = 50
const PATIENCE_MS = 15_000

export interface FoundMail {
  readonly id: string
  readonly subject: string
  readonly text: string
  /** The first code in the text. */
  readonly code: string | undefined
  readonly link: string | undefined
}

interface Listed {
  readonly messages: readonly { readonly id: string; readonly subject: string; readonly text: string }[]
}

const CODE = new RegExp(`\\b\\d{${CODE_LENGTH}}\\b`)

/**
 * The newest mail to an address in the mailbox of the local stack; waits until there is one.
 * @param url the URL of the mailbox
 * @param options.after the id of the last mail that was read: waits for a newer one
 * @throws Error if no mail comes
 */
export async function readMail(
  url: string,
  to: string,
  { after, patienceMs = PATIENCE_MS }: { readonly after?: string | undefined; readonly patienceMs?: number } = {},
): Promise<FoundMail> {
  const until = performance.now() + patienceMs
  do {
    const answer = await fetch(`${url}/messages?${new URLSearchParams({ to })}`)
    const [newest] = ((await answer.json()) as Listed).messages
    if (newest && newest.id !== after) {
      const { id, subject, text } = newest
      return { id, subject, text, code: CODE.exec(text)?.[0], link: /https?:\/\/\S+/.exec(text)?.[0] }
    }
    await wait(POLL_MS)
  } while (performance.now() < until)
  throw new Error(`No mail has come to ${to}.`)
}
