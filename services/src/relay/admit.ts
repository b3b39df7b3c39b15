import type { IncomingMessage } from 'node:http'
import { isAllowedOrigin } from '@portico/contracts/services/allowedOrigins'
import { RELAY_REFUSALS } from '@portico/contracts/services/relay'
import { PROJECT_ID_PATTERN } from '../http/readProjectId.ts'
import { leadsHere } from './audience.ts'
import { readAuthToken } from './authToken.ts'
import { Refusal } from './refusal.ts'

export interface AdmissionRules {
  /** The origins that a project allows (services.md §4.6); undefined if there is no such project. */
  readonly readOrigins: (projectId: string) => Promise<readonly string[] | undefined>
  /** The relay's public URLs; see `leadsHere`. */
  readonly publicUrls: readonly string[]
}

export interface Visitor {
  readonly clientId: string
  readonly projectId: string
}

/**
 * Admits a client by its URL and headers: it needs a known project, an allowed origin, and a token that it has signed.
 * A client that sends no origin is not a web page, and needs no allowed origin.
 * @throws Refusal
 */
export async function admit({ url = '', headers }: IncomingMessage, rules: AdmissionRules): Promise<Visitor> {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const projectId = query.get('projectId') ?? ''
  if (!PROJECT_ID_PATTERN.test(projectId)) throw new Refusal(RELAY_REFUSALS.invalidKey)

  const isOwnUrl = (address: string) => leadsHere(address, rules.publicUrls, headers.host)
  const clientId = readAuthToken(query.get('auth'), { isAudience: isOwnUrl, nowMs: Date.now() })

  const allowed = await rules.readOrigins(projectId)
  if (!allowed) throw new Refusal(RELAY_REFUSALS.invalidKey)
  const { origin } = headers
  // React Native has no page, and sends the relay's own address as the origin.
  if (origin && !isOwnUrl(origin) && !isAllowedOrigin(origin, allowed))
    throw new Refusal(RELAY_REFUSALS.originNotAllowed)
  return { clientId, projectId }
}
