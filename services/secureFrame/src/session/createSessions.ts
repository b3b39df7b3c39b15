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

/** Whoever signs out waits 3 s at most (rules.md §9). */
const END_LIMIT_MS = 2_000
/** Whether somebody is connected is asked by a page that is just loading. */
const CHECK_LIMIT_MS = 3_000

/** What only the frame's own handlers need. */
export interface OwnSessions extends Sessions {
  /** Whether somebody is signed in, as login has it; as far as is known here where that cannot be reached. */
  check(): Promise<boolean>
  /**
   * Asks login in the name of whoever is signed in.
   * @throws Refused `notConnected`; LoginError
   */
  ask<Schema extends GenericSchema>(
    path: string,
    schema: Schema,
    request?: Omit<LoginRequest, 'token'>,
  ): Promise<InferOutput<Schema>>
  /** The address is another now. */
  setEmail(email: string): Promise<void>
  /** Has login call a deletion off. @throws Refused `notConnected`, `keyUnavailable` where login cannot be reached */
  keepIdentity(): Promise<void>
  /** Both stores have heard of this sign-in, or hear of it no more. @param sinceMs `keepDueSinceMs` of the session that is meant */
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
 * The session of this browser on the page that asks. Another page of the same site, or of a browser that does not keep
 * frames apart, has one of its own: nobody finds a visitor signed in whom they have not signed in.
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

  /** Changes this session and no other: another tab may have signed in anew since it was read. @returns whether it was there */
  const replace = ({ token }: StoredSession, by: StoredSession | undefined): Promise<boolean> =>
    shelf.replaceWhere(name(), (there) => readStored(there, 0)?.token === token, by)

  async function keep(session: StoredSession): Promise<void> {
    // Before a page has spoken there is nobody to sign in for.
    if (place.page() === undefined) throw new Refused('notConnected')
    await shelf.set(name(), session)
  }

  /**
   * With a token that another tab has replaced in the meantime it is asked once more. A session that is over is forgotten; one
   * that is too old for what is asked stays.
   */
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

  /** Several tabs at once get the same token: nothing breaks where there are no locks. */
  const rotate = (limitMs?: number) =>
    oneTabAtATime(name(), async () => {
      const stored = await read()
      if (!stored || !isHalfOver(stored, now())) return
      const opened = await login.ask(LOGIN_SESSION_ROTATE_PATH, LoginRotateAnswer, { token: stored.token, limitMs })
      // Login alone must not say that who has signed in is somebody else now.
      if (opened.subject !== stored.subject || opened.provider !== stored.provider) throw new LoginError(undefined)
      // Somebody may have signed out, or in as somebody else, while that was on its way.
      await replace(stored, { ...toStored(opened, now()), keepDueSinceMs: stored.keepDueSinceMs })
    })

  const end = ({ token }: StoredSession) =>
    login
      .ask(LOGIN_SESSION_END_PATH, unknown(), { token, limitMs: END_LIMIT_MS })
      // It is over here, and cannot be used without the key of this browser.
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
      // Nobody waits for it; a session that is over is noticed by what follows.
      rotate().catch(() => {})
      const asked = ask(LOGIN_ASSERTIONS_PATH, AssertionAnswer, { body: { store } })
      const { assertion, expiresAtMs } = await orRefuse(asked, 'keyUnavailable')
      const { prove } = await key()
      const proof = await prove({
        htm: method,
        htu: path,
        // The clock of the services: that of this device may be wrong by more than a store allows.
        iat: Math.floor(expiresAtMs / 1_000) - ASSERTION_LIFETIME_S,
        jti: crypto.randomUUID(),
        ath: await sha256(assertion),
      })
      return { authorization: `${ASSERTION_SCHEME} ${assertion}`, [PROOF_HEADER]: proof }
    },
    keyThumbprint: async () => (await key()).thumbprint,
    watch: (onChange) =>
      tabs.watch((told) => {
        if (told === name()) onChange()
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
