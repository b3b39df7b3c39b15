import { createHash, randomUUID } from 'node:crypto'
import {
  AssertionAnswer,
  LOGIN_ASSERTIONS_PATH,
  LOGIN_IDENTITY_KEEP_PATH,
  type OpenedSession,
} from '@portico/contracts/services/login'
import { ASSERTION_SCHEME, PROOF_HEADER, PROOF_TYPE } from '@portico/contracts/services/shares'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import type { createVisitors } from './loginVisitor.ts'
import { newSigner } from './startShares.ts'

/** Simulates a browser for the share stores: a key, and the session that is opened with the key. */
export async function newFrameSession(visitors: ReturnType<typeof createVisitors>, secureSite: string) {
  const frame = await newSigner()
  let session: (OpenedSession & { readonly keepDueSinceMs?: number | undefined }) | undefined

  function enter(opened: OpenedSession): OpenedSession {
    session = { ...opened, keepDueSinceMs: Date.now() }
    return opened
  }

  return {
    /** Signs in with the mailed code. */
    async signIn(email: string): Promise<OpenedSession> {
      const { attempt, code } = await visitors.untilCode(email, frame.jkt)
      const answer = await visitors.check(attempt, code)
      if (answer.outcome !== 'accepted') throw new Error(`The code was ${answer.outcome}.`)
      return enter(answer.session)
    },
    /**
     * Signs in another way.
     * @param open opens a session for the key with this thumbprint
     */
    signInBy: async (open: (keyThumbprint: string) => Promise<OpenedSession>) => enter(await open(frame.jkt)),
    current: async () => session,
    /** Asks login to cancel a deletion. */
    async keepIdentity() {
      const { status } = await visitors.ask(LOGIN_IDENTITY_KEEP_PATH, { token: session?.token })
      if (status !== 204) throw new Error(`Login answered ${status}.`)
      if (session) session = { ...session, isBeingDeleted: false }
    },
    async storesTold(sinceMs: number) {
      if (session?.keepDueSinceMs === sinceMs) session = { ...session, keepDueSinceMs: undefined }
    },
    /** Calls login as the signed-in person. */
    async ask<Schema extends GenericSchema>(
      path: string,
      schema: Schema,
      { method = 'POST', body }: { readonly method?: string; readonly body?: unknown } = {},
    ): Promise<InferOutput<Schema>> {
      const { status, answer } = await visitors.ask(path, { method, body, token: session?.token })
      if (status !== 200 && status !== 204) throw new Error(`Login answered ${status}.`)
      return parse(schema, answer)
    },
    async headersFor(store: 'auth' | 'recovery', method: string, path: string) {
      const { status, answer } = await visitors.ask(LOGIN_ASSERTIONS_PATH, { body: { store }, token: session?.token })
      if (status !== 200) throw new Error(`Login answered ${status}.`)
      const { assertion } = parse(AssertionAnswer, answer)
      const ath = createHash('sha256').update(assertion).digest('base64url')
      const iat = Math.floor(Date.now() / 1_000)
      const proof = await frame.sign(
        { typ: PROOF_TYPE, jwk: frame.publicJwk },
        { htm: method, htu: path, iat, jti: randomUUID(), ath },
      )
      return { authorization: `${ASSERTION_SCHEME} ${assertion}`, [PROOF_HEADER]: proof, origin: secureSite }
    },
  }
}
