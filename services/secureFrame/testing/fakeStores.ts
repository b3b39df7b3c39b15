import type { ShareStore } from '@portico/contracts/services/login'
import type { SharePutRequest, ShareRotateRequest } from '@portico/contracts/services/shares'

/**
 * Both share stores in memory. They follow the rules of the real stores as far as a frame notices, with a clock that
 * can be moved and a connection that can be cut. Other tests cover the real stores.
 */

interface Kept {
  readonly splitId: string
  readonly share: string
  readonly email: string | null
  readonly writtenBy: string
  readonly writtenAt: number
}
interface Wallet {
  current: Kept
  next: Kept | undefined
  /** Deleted, but still recoverable. */
  isDeleted?: boolean
}
interface Link {
  readonly subject: string
  readonly key: string
  readonly sentAt: number
  endsAt: number
  isFollowed: boolean
  isRefused: boolean
}
export interface Call {
  /** `login` only in tests that send the login service's answers over the same connection. */
  readonly store: ShareStore | 'login'
  /** `release`, `put`, `prepare`, `commit`, `abandon`, `remove`, `keep`, `links` or `look`. */
  readonly step: string
}
/** Whether the request is lost on its way there, or the answer on its way back. */
export type Cut = 'there' | 'back'

const PATIENCE_MS = 600_000
const LINK_MS = 600_000
const RESEND_MS = 30_000
const SIGNED_IN_MAX_AGE_MS = 1_800_000

export const SETTINGS = {
  services: 'https://services.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: {},
  isDevelopment: false,
}

const PATHS: Readonly<Record<string, string>> = {
  '/shares': 'put',
  '/shares/release': 'release',
  '/shares/keep': 'keep',
  '/shares/links': 'links',
  '/shares/links/look': 'look',
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly retryAfterS?: number,
  ) {
    super(code)
  }
}

export function createFakeStores() {
  let nowMs = Date.parse('2026-01-01')
  const now = () => nowMs
  const wallets = { auth: new Map<string, Wallet>(), recovery: new Map<string, Wallet>() }
  const isDown = { auth: false, recovery: false }
  const links: Link[] = []
  const calls: Call[] = []
  const mails: string[] = []
  let cut: (call: Call) => Cut | undefined = () => undefined
  let travel = async () => {}

  const shown = ({ splitId, share }: Kept) => ({ splitId, share })
  const stateOf = ({ current, next }: Wallet) => ({ current: current.splitId, next: next?.splitId ?? null })

  function walletOf(store: ShareStore, subject: string, key: string, isLinkNeeded = true): Wallet {
    const wallet = wallets[store].get(subject)
    if (!wallet) throw new Refusal(404, 'share.unknown')
    if (wallet.isDeleted) throw new Refusal(409, 'share.deleting')
    const isFollowed = links.some(
      (link) =>
        link.subject === subject && link.key === key && link.isFollowed && !link.isRefused && link.endsAt > nowMs,
    )
    if (store === 'recovery' && isLinkNeeded && wallet.current.email !== null && !isFollowed) {
      throw new Refusal(403, 'link.needed')
    }
    return wallet
  }

  function rotate(wallet: Wallet, request: ShareRotateRequest, key: string) {
    const { current, next } = wallet
    if (request.step === 'prepare') {
      const { splitId, share, email = current.email } = request
      if (splitId === current.splitId) throw new Refusal(409, 'share.exists')
      if (next && (next.splitId !== splitId || next.share !== share)) throw new Refusal(409, 'rotation.pending')
      wallet.next = next ?? { splitId, share, email, writtenBy: key, writtenAt: nowMs }
    } else if (request.step === 'commit' && current.splitId !== request.splitId) {
      if (next?.splitId !== request.splitId) throw new Refusal(409, 'rotation.unknown')
      wallet.current = next
      wallet.next = undefined
    } else if (request.step === 'abandon') {
      if (current.splitId === request.splitId) throw new Refusal(409, 'rotation.unknown')
      if (next && next.splitId !== request.splitId) throw new Refusal(409, 'rotation.pending')
      const left = next && next.writtenBy !== key ? next.writtenAt + PATIENCE_MS - nowMs : 0
      if (left > 0) throw new Refusal(409, 'rotation.pending', Math.ceil(left / 1_000))
      wallet.next = undefined
    }
    return stateOf(wallet)
  }

  function put(store: ShareStore, subject: string, key: string, { splitId, share, email = null }: SharePutRequest) {
    const kept = { splitId, share, email: store === 'recovery' ? email : null, writtenBy: key, writtenAt: nowMs }
    const before = wallets[store].get(subject)
    if (!before) wallets[store].set(subject, { current: kept, next: undefined })
    else if (before.current.splitId !== splitId || before.current.share !== share) {
      throw new Refusal(409, 'share.exists')
    }
    return stateOf(before ?? { current: kept, next: undefined })
  }

  function link(subject: string, key: string) {
    const { email } = walletOf('recovery', subject, key, false).current
    if (email === null) throw new Refusal(409, 'link.notNeeded')
    const last = links.filter((one) => one.subject === subject).at(-1)
    const wait = last ? last.sentAt + RESEND_MS - nowMs : 0
    if (wait > 0) throw new Refusal(429, 'link.tooOften', Math.ceil(wait / 1_000))
    links.push({ subject, key, sentAt: nowMs, endsAt: nowMs + LINK_MS, isFollowed: false, isRefused: false })
    mails.push(email)
    return { expiresInS: LINK_MS / 1_000 }
  }

  function look(subject: string, key: string) {
    try {
      if (wallets.recovery.has(subject)) walletOf('recovery', subject, key)
      return { state: 'open' }
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'link.needed')) throw error
      const newest = links.filter((one) => one.subject === subject && one.key === key).at(-1)
      return { state: newest?.isRefused ? 'refused' : 'waiting' }
    }
  }

  function answer(store: ShareStore, method: string, path: string, body: unknown, headers: Headers): unknown {
    const [subject = '', signedInAt] = (headers.get('authorization') ?? '').slice('DPoP '.length).split(' ')
    const key = headers.get('dpop') ?? ''
    const isForFresh = store === 'recovery' || method === 'DELETE' || path === '/shares/keep'
    if (isForFresh && nowMs - Number(signedInAt) > SIGNED_IN_MAX_AGE_MS) throw new Refusal(401, 'session.stale')
    if (method === 'PUT' && path === '/shares') return put(store, subject, key, body as SharePutRequest)
    if (path === '/shares/links') return link(subject, key)
    if (path === '/shares/links/look') return look(subject, key)
    const there = wallets[store].get(subject)
    if (!there) {
      if (path === '/shares/release') return { current: null, next: null }
      if (path === '/shares/keep') return { kept: 0 }
      if (method === 'DELETE') return { deleted: 0 }
    }
    if (there?.isDeleted && method === 'DELETE') return { deleted: there.next ? 2 : 1 }
    if (there && path === '/shares/keep') {
      const kept = there.isDeleted ? 1 : 0
      there.isDeleted = false
      return { kept }
    }
    const wallet = walletOf(store, subject, key)
    if (method === 'DELETE') {
      wallet.isDeleted = true
      return { deleted: wallet.next ? 2 : 1 }
    }
    if (path === '/shares/rotate') return rotate(wallet, body as ShareRotateRequest, key)
    return { current: shown(wallet.current), next: wallet.next ? shown(wallet.next) : null }
  }

  const storeFetch: typeof fetch = async (input, { method = 'GET', body, headers } = {}) => {
    const { origin, pathname } = new URL(String(input))
    const store = origin === SETTINGS.shares.auth ? 'auth' : 'recovery'
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    const rotation = (read as Partial<ShareRotateRequest> | undefined)?.step
    const step = rotation ?? (method === 'DELETE' ? 'remove' : undefined) ?? PATHS[pathname] ?? ''
    const call = { store, step } as const
    calls.push(call)
    const where = isDown[store] ? 'there' : cut(call)
    await travel()
    if (where === 'there') throw new TypeError('The wire was cut.')
    let response: Response
    try {
      response = Response.json(answer(store, method, pathname, read, new Headers(headers)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const retry = new Headers(error.retryAfterS ? { 'Retry-After': `${error.retryAfterS}` } : {})
      response = Response.json(
        { error: { code: error.code, message: error.code } },
        { status: error.status, headers: retry },
      )
    }
    await travel()
    if (where === 'back') throw new TypeError('The wire was cut.')
    return response
  }

  return {
    fetch: storeFetch,
    wallets,
    isDown,
    calls,
    mails,
    now,
    advance(ms: number) {
      nowMs += ms
    },
    /** Cuts the connection whenever `decide` says so, until `cutNothing` is called. */
    cutWhere(decide: typeof cut) {
      cut = decide
    },
    cutNothing() {
      cut = () => undefined
    },
    /** Sets what each request and each answer waits for. */
    travelBy(wait: typeof travel) {
      travel = wait
    },
    /** Whether the store holds a share that is not being deleted. */
    hasOpen(store: ShareStore, subject: string): boolean {
      const wallet = wallets[store].get(subject)
      return wallet !== undefined && !wallet.isDeleted
    },
    /** Makes the owner refuse all mailed links. */
    refuseLinks() {
      for (const one of links) one.isRefused = true
    },
    /** Removes deleted shares for good, as the stores do after some days. */
    sweep() {
      for (const kept of Object.values(wallets)) {
        for (const [subject, { isDeleted }] of kept) if (isDeleted) kept.delete(subject)
      }
    },
    /** Has the login service do work over the same connection. */
    async atLogin(step: string, work: () => void) {
      const where = cut({ store: 'login', step })
      if (where === 'there') throw new TypeError('The wire was cut.')
      work()
      if (where === 'back') throw new TypeError('The wire was cut.')
    },
    /** Makes the owner follow all mailed links. */
    followLinks() {
      for (const one of links) {
        if (one.isFollowed || one.endsAt <= nowMs) continue
        one.isFollowed = true
        one.endsAt = nowMs + LINK_MS
      }
    },
  }
}
export type FakeStores = ReturnType<typeof createFakeStores>
