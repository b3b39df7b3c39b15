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
} from '@portico/contracts/services/login'
import { ASSERTION_SCHEME, PROOF_HEADER } from '@portico/contracts/services/shares'
import { type GenericSchema, type InferOutput, unknown } from 'valibot'
import { type LoginClient, LoginError, type LoginRequest } from '../login/createLoginClient.ts'
import { orRefuse } from '../login/refusals.ts'
import { Refused } from '../messages/channel.ts'
import type { Place, Sessions } from '../parts.ts'
import { sha256 } from './base64Url.ts'
import { createTabs, oneTabAtATime, type Tabs } from './createTabs.ts'
import { openFrameKey } from './frameKey.ts'
import { openShelf, type Shelf } from './openShelf.ts'
import { isHalfOver, readStored, type StoredSession, toSession, toStored } from './storedSession.ts'

/** Signing out takes 3 s at most (rules.md §9). */
const END_LIMIT_MS = 2_000
/** A page that is just loading asks whether somebody is connected. */
const CHECK_LIMIT_MS = 3_000

/** What only the frame's own handlers need. */
export interface OwnSessions extends Sessions {
  /** Whether login says that somebody is signed in; if it is unreachable, what is known here. */
  check(): Promise<boolean>
  /** Sends a request to login for the signed-in visitor. @throws Refused `notConnected`; LoginError */
  ask<Schema extends GenericSchema>(
    path: string,
    schema: Schema,
    request?: Omit<LoginRequest, 'token'>,
  ): Promise<InferOutput<Schema>>
  /** Stores the session's new address. */
  setEmail(email: string): Promise<void>
  /** Has login call a deletion off. @throws Refused `notConnected`, `keyUnavailable` if login is unreachable */
  keepIdentity(): Promise<void>
  /** Marks a sign-in as reported to both stores, or as not to be. @param sinceMs that session's `keepDueSinceMs` */
  storesTold(sinceMs: number): Promise<void>
}

export interface SessionParts {
  readonly place: Pick<Place, 'page'>
  readonly login: LoginClient
  readonly shelf?: Shelf
  readonly tabs?: Tabs
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * The session of this browser on the page around the frame. Other pages have their own, also on the same site and in
 * browsers that do not keep frames apart: no page finds a visitor signed in who did not sign in there.
 */
export function createSessions({
  place,
  login,
  shelf = openShelf(),
  tabs = createTabs(),
  now = Date.now,
}: SessionParts): OwnSessions {
  const key = onceLoaded(() => openFrameKey(shelf))
  const name = () => `session ${place.page() ?? ''}`

  const read = async () => readStored(await shelf.get(name()), now())

  async function drop(): Promise<void> {
    await shelf.remove(name())
    tabs.tell(name())
  }

  /** Replaces this session only: another tab may have signed in anew. @returns whether it was there */
  const replace = ({ token }: StoredSession, by: StoredSession | undefined): Promise<boolean> =>
    shelf.replaceWhere(name(), (there) => readStored(there, 0)?.token === token, by)

  async function keep(session: StoredSession): Promise<void> {
    // Before a page has sent a message there is nothing to sign in for.
    if (place.page() === undefined) throw new Refused('notConnected')
    await shelf.set(name(), session)
  }

  /** Retries once if another tab has replaced the token. Forgets a session that is over, not one that is too old. */
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

  const ask: OwnSessions['ask'] = (path, schema, request = {}) =>
    asSession(({ token }) => login.ask(path, schema, { ...request, token }))

  /** Several tabs at once get the same token, so this works without locks. */
  const rotate = (limitMs?: number) =>
    oneTabAtATime(name(), async () => {
      const stored = await read()
      if (!stored || !isHalfOver(stored, now())) return
      const opened = await login.ask(LOGIN_SESSION_ROTATE_PATH, LoginRotateAnswer, { token: stored.token, limitMs })
      // Login alone must not turn the signed-in visitor into somebody else.
      if (opened.subject !== stored.subject || opened.provider !== stored.provider) throw new LoginError(undefined)
      // Meanwhile the visitor may have signed out, or somebody else in.
      await replace(stored, { ...toStored(opened, now()), keepDueSinceMs: stored.keepDueSinceMs })
    })

  const end = ({ token }: StoredSession) =>
    login
      .ask(LOGIN_SESSION_END_PATH, unknown(), { token, limitMs: END_LIMIT_MS })
      // The session is over here, and unusable without this browser's key.
      .catch(() => {})

  return {
    ask,
    async current() {
      const stored = await read()
      return stored && toSession(stored)
    },
    async check() {
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
    async open(opened) {
      const before = await read()
      const signedInAtMs = now()
      const stored = { ...toStored(opened, signedInAtMs), keepDueSinceMs: signedInAtMs }
      await keep(stored)
      tabs.tell(name())
      if (before && before.token !== stored.token) void end(before)
      return toSession(stored)
    },
    async end() {
      const stored = await read()
      await drop()
      if (stored) await end(stored)
    },
    async headersFor(store, method, path) {
      // Not awaited; the next request notices a session that is over.
      rotate().catch(() => {})
      const answering = ask(LOGIN_ASSERTIONS_PATH, AssertionAnswer, { body: { store } })
      const { assertion, expiresAtMs } = await orRefuse(answering, 'keyUnavailable')
      const { prove } = await key()
      const proof = await prove({
        htm: method,
        htu: path,
        // By the services' clock: this device's clock may differ by more than a store allows.
        iat: Math.floor(expiresAtMs / 1_000) - ASSERTION_LIFETIME_S,
        jti: crypto.randomUUID(),
        ath: await sha256(assertion),
      })
      return { authorization: `${ASSERTION_SCHEME} ${assertion}`, [PROOF_HEADER]: proof }
    },
    keyThumbprint: async () => (await key()).thumbprint,
    watch: (onChange) =>
      tabs.watch((changed) => {
        if (changed === name()) onChange()
      }),
    async setEmail(email) {
      const stored = await read()
      if (stored) await replace(stored, { ...stored, email })
      tabs.tell(name())
    },
    async keepIdentity() {
      await orRefuse(ask(LOGIN_IDENTITY_KEEP_PATH, unknown()), 'keyUnavailable')
      const stored = await read()
      if (stored) await replace(stored, { ...stored, isBeingDeleted: false })
    },
    async storesTold(sinceMs) {
      const stored = await read()
      if (stored?.keepDueSinceMs === sinceMs) await replace(stored, { ...stored, keepDueSinceMs: undefined })
    },
  }
}
