import type { CaipNetworkId } from '@portico/contracts'

export interface HostedRules {
  /** Origin of the hosted service, such as `https://api.example`. */
  readonly api: string
  /** The id of your project at the hosted service. */
  readonly projectId: string
  /** Origin of your site, such as `https://shop.example`. */
  readonly origin: string
}

/** The part of the service's session data that is used here (`GET /auth/v1/me`). */
export interface HostedSession {
  readonly aud: string
  readonly projectIdKey: string
  readonly domain: string
  readonly address: string
  readonly caip2Network: CaipNetworkId
  readonly uri: string
  readonly nonce: string
  /** Seconds since 1970. */
  readonly exp: number
}

/** The service cannot be reached, so it is unknown whether the visitor is signed in. */
export class ServiceUnreachable extends Error {}

const PATIENCE_MS = 10_000
const TEXTS = ['aud', 'projectIdKey', 'domain', 'address', 'caip2Network', 'uri', 'nonce'] as const

const isSession = (body: unknown): body is HostedSession =>
  typeof body === 'object' &&
  body !== null &&
  TEXTS.every((name) => typeof Reflect.get(body, name) === 'string') &&
  typeof Reflect.get(body, 'exp') === 'number'

/**
 * Looks up a token's session. The service checks the signature and whether the visitor signed out. The site must check
 * that the session is for *this* site, because the service signs visitors in for all of the project's pages and for
 * other projects.
 * @param token from the page; not trusted until the service has confirmed it
 * @returns undefined if the token is not for this site
 * @throws ServiceUnreachable
 */
export async function readHostedVisitor(
  token: string,
  { api, projectId, origin }: HostedRules,
  now = Date.now(),
): Promise<HostedSession | undefined> {
  const response = await fetch(`${api}/auth/v1/me?projectId=${projectId}`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((cause: unknown) => {
    throw new ServiceUnreachable('The hosted service does not answer', { cause })
  })
  if (response.status === 401) return undefined
  const session: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  if (!isSession(session)) throw new ServiceUnreachable(`The hosted service answered ${response.status}`)
  const isOurs = session.projectIdKey === projectId && session.aud === origin && session.domain === new URL(origin).host
  return isOurs && session.exp * 1_000 > now ? session : undefined
}
