import { onceLoaded } from '@portico/contracts/onceLoaded'
import {
  ASSERTION_LIFETIME_S,
  AssertionAnswer,
  LOGIN_ASSERTIONS_PATH,
  LOGIN_IDENTITY_KEEP_PATH,
  LOGIN_SESSION_END_PATH,
  LOGIN_SESSION_PATH,
  LOGIN_SESSION_ROTATE_PATH,
  LoginRotateAnswer,
  LoginSessionAnswer,
  type OpenedSession,
  type ShareStore,
} from '@portico/contracts/services/login'
import { ASSERTION_SCHEME, PROOF_HEADER } from '@portico/contracts/services/shares'
import { type GenericSchema, type InferOutput, unknown } from 'valibot'
import type { Place, Session } from '../interfaces.ts'
import { type LoginClient, LoginError, type LoginRequest } from '../login/createLoginClient.ts'
import { orRefuse } from '../login/refusals.ts'
import { Refused } from '../messages/channel.ts'
import { sha256 } from './base64Url.ts'
import { createTabs, oneTabAtATime, type Tabs } from './createTabs.ts'
import { openFrameKey } from './frameKey.ts'
import { openShelf, type Shelf } from './openShelf.ts'
import { isHalfOver, readStored, type StoredSession, toSession, toStored } from './storedSession.ts'

/** Less than the 3 s that signing out may take (rules.md §9). */
const END_LIMIT_MS = 2_000
/** Short, because a page that is still loading asks whether someone is connected. */
const CHECK_LIMIT_MS = 3_000

export interface SessionParts {
  readonly place: Pick<Place, 'page'>
  readonly login: LoginClient
  readonly shelf?: Shelf
  readonly tabs?: Tabs
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * The session of this browser on the page around the frame. Each origin has its own session, even on the same site and
 * in browsers that do not separate storage: a page sees a visitor as signed in only if the visitor signed in there.
 */
export function createSessions({
  place,
  login,
  shelf = openShelf(),
  tabs = createTabs(),
  now = Date.now,
}: SessionParts) {
  const key = onceLoaded(() => openFrameKey(shelf))
  const name = () => `session ${place.page() ?? ''}`

  const read = async () => readStored(await shelf.get(name()), now())

  async function drop(): Promise<void> {
    await shelf.remove(name())
    tabs.tell(name())
  }

  /** Replaces this session if it is still stored, as another tab may have signed in again. @returns whether it was */
  const replace = ({ token }: StoredSession, by: StoredSession | undefined): Promise<boolean> =>
    shelf.replaceWhere(name(), (there) => readStored(there, 0)?.token === token, by)

  async function keep(session: StoredSession): Promise<void> {
    // Until the page has sent a message, there is no page to sign in for.
    if (place.page() === undefined) throw new Refused('notConnected')
    await shelf.set(name(), session)
  }

  /** Retries once if another tab has replaced the token. Forgets a session that has ended, not one merely too old. */
  async function asSession<Answer>(ask: (stored: StoredSession) => Promise<Answer>, isLast = false): Promise<Answer> {
    const stored = await read()
    if (!stored) throw new Refused('notConnected')
    try {
      return await ask(stored)
    } catch (error) {
      if (!(error instanceof LoginError)) throw error
      if (error.code === 'auth.stale') throw new Refused('notConnected')
      if (error.code !== 'auth.session') throw error
      if (await replace(stored, undefined)) tabs.tell(name())
      else if (!isLast) return asSession(ask, true)
      throw new Refused('notConnected')
    }
  }

  /** Sends a request to the login service for the signed-in visitor. @throws Refused `notConnected`; LoginError */
  const ask = <Schema extends GenericSchema>(
    path: string,
    schema: Schema,
    request: Omit<LoginRequest, 'token'> = {},
  ): Promise<InferOutput<Schema>> => asSession(({ token }) => login.ask(path, schema, { ...request, token }))

  /** Renews a token past half of its lifetime. Simultaneous tabs get the same token, so this works without locks. */
  const rotate = (limitMs?: number) =>
    oneTabAtATime(name(), async () => {
      const stored = await read()
      if (!stored || !isHalfOver(stored, now())) return
      const opened = await login.ask(LOGIN_SESSION_ROTATE_PATH, LoginRotateAnswer, { token: stored.token, limitMs })
      // The login service alone must not turn the signed-in visitor into someone else.
      if (opened.subject !== stored.subject || opened.provider !== stored.provider) throw new LoginError(undefined)
      // Meanwhile the visitor may have signed out, or someone else may have signed in.
      await replace(stored, { ...toStored(opened, now()), keepDueSinceMs: stored.keepDueSinceMs })
    })

  const end = ({ token }: StoredSession) =>
    login
      .ask(LOGIN_SESSION_END_PATH, unknown(), { token, limitMs: END_LIMIT_MS })
      // The session has ended here, and is unusable without this browser's key.
      .catch(() => {})

  return {
    ask,
    /** Undefined if there is no session or it has expired. */
    async current(): Promise<Session | undefined> {
      const stored = await read()
      return stored && toSession(stored)
    },
    /** Whether someone is signed in, according to the login service or, if that is unreachable, to this browser. */
    async check(): Promise<boolean> {
      const stored = await read()
      if (!stored) return false
      try {
        if (isHalfOver(stored, now())) await asSession(() => rotate(CHECK_LIMIT_MS))
        else {
          await ask(LOGIN_SESSION_PATH, LoginSessionAnswer, { method: 'GET', limitMs: CHECK_LIMIT_MS })
        }
      } catch (error) {
        if (error instanceof Refused) return false
      }
      return (await read()) !== undefined
    },
    async open(opened: OpenedSession): Promise<Session> {
      const before = await read()
      const signedInAtMs = now()
      const stored = { ...toStored(opened, signedInAtMs), keepDueSinceMs: signedInAtMs }
      await keep(stored)
      tabs.tell(name())
      if (before && before.token !== stored.token) void end(before)
      return toSession(stored)
    },
    /** Ends the session here, and at the login service if that is reachable. */
    async end(): Promise<void> {
      const stored = await read()
      await drop()
      if (stored) await end(stored)
    },
    /** The login service's assertion and a proof, for one request to one path. @throws Refused `notConnected` */
    async headersFor(store: ShareStore, method: string, path: string): Promise<Readonly<Record<string, string>>> {
      // Not awaited; the next request notices a session that is over.
      rotate().catch(() => {})
      const answering = ask(LOGIN_ASSERTIONS_PATH, AssertionAnswer, { body: { store } })
      const { assertion, expiresAtMs } = await orRefuse(answering, 'keyUnavailable')
      const { prove } = await key()
      const proof = await prove({
        htm: method,
        htu: path,
        // The time by the services' clock, because this device's clock may differ by more than a store allows.
        iat: Math.floor(expiresAtMs / 1_000) - ASSERTION_LIFETIME_S,
        jti: crypto.randomUUID(),
        ath: await sha256(assertion),
      })
      return { authorization: `${ASSERTION_SCHEME} ${assertion}`, [PROOF_HEADER]: proof }
    },
    /** RFC 7638 thumbprint of the frame's key, which cannot be exported; it is sent when the visitor signs in. */
    keyThumbprint: async () => (await key()).thumbprint,
    /** Calls back when another tab has signed in or out. @returns a function that stops that */
    watch: (onChange: () => void): (() => void) =>
      tabs.watch((changed) => {
        if (changed === name()) onChange()
      }),
    /** Stores the session's new email address. */
    async setEmail(email: string): Promise<void> {
      const stored = await read()
      if (stored) await replace(stored, { ...stored, email })
      tabs.tell(name())
    },
    /** Has the login service cancel a deletion. @throws Refused `notConnected`, `keyUnavailable` if unreachable */
    async keepIdentity(): Promise<void> {
      await orRefuse(ask(LOGIN_IDENTITY_KEEP_PATH, unknown()), 'keyUnavailable')
      const stored = await read()
      if (stored) await replace(stored, { ...stored, isBeingDeleted: false })
    },
    /** Marks a sign-in as reported to both stores, or as one that need not be. @param sinceMs its `keepDueSinceMs` */
    async storesTold(sinceMs: number): Promise<void> {
      const stored = await read()
      if (stored?.keepDueSinceMs === sinceMs) await replace(stored, { ...stored, keepDueSinceMs: undefined })
    },
  }
}
export type OwnSessions = ReturnType<typeof createSessions>
