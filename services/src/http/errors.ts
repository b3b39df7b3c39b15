import type { ContentfulStatusCode } from 'hono/utils/http-status'

interface CatalogueEntry {
  readonly status: ContentfulStatusCode
  /** `{name}` is filled from `details`. */
  readonly message: string
}

/**
 * Every error that a service answers with, as `{ error: { code, message } }`. The statuses are those of services.md §7
 * ("Error body"): 400 invalid parameter, 401 bad or missing project id, 404 not found, 422 bad JSON.
 */
export const catalogue = {
  'request.invalid': { status: 400, message: 'The request is not valid: {reason}' },
  'request.unreadable': { status: 400, message: 'The request line or its headers cannot be read' },
  'request.notJson': { status: 422, message: 'The body is not JSON' },
  'request.tooLarge': { status: 413, message: 'The body is larger than {limit} bytes' },
  'route.unknown': { status: 404, message: 'There is nothing at this address' },

  'project.missing': { status: 401, message: 'The query parameter projectId is missing' },
  'project.malformed': { status: 401, message: 'The projectId must be 32 lower-case hexadecimal characters' },
  'project.exists': { status: 409, message: 'There is a project with this id already' },
  'project.unknown': { status: 404, message: 'No project has this projectId' },

  'token.missing': { status: 401, message: 'An admin token is needed: send "Authorization: Bearer <token>"' },
  'token.unknown': { status: 401, message: 'This admin token is not known' },
  'token.scope': { status: 403, message: 'This admin token has no scope "{scope}"' },

  'chain.missing': { status: 400, message: 'The query parameter chainId is missing' },
  'chain.malformed': { status: 400, message: 'The chainId must be a CAIP-2 id of eip155, solana or bip122' },
  'chain.unsupported': { status: 400, message: 'This service has no node of this chain' },

  'rate.limited': { status: 429, message: 'This project asks too often; "Retry-After" says when to come back' },

  'relay.upgradeNeeded': { status: 426, message: 'This address is for WebSockets' },

  'feature.unknown': { status: 404, message: 'No feature that can be switched here is called "{featureId}"' },
  'remote.unknown': { status: 404, message: 'No remote is called "{remoteId}"' },
  'remote.notTheSites': { status: 400, message: 'Whether {remoteId} is on cannot be left to each site' },
  'image.unknown': { status: 404, message: 'There is no image with this id' },

  'server.failed': { status: 500, message: 'The service failed; the reason is in its log' },
  'server.notReady': { status: 503, message: 'There is no answer from {silent}' },
  'upstream.unavailable': { status: 503, message: 'No node of this chain answers at present' },
} as const satisfies Record<string, CatalogueEntry>

export type ServiceErrorCode = keyof typeof catalogue
export type Details = Readonly<Record<string, string | number>>

/** Puts details where a message of a catalogue names them. */
export const fillMessage = (message: string, details: Details) =>
  message.replace(/\{(\w+)\}/g, (whole, key: string) => String(details[key] ?? whole))

/** The one error class of the services. `handleError` turns it into the answer; anything else becomes `server.failed`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceErrorCode
  readonly status: ContentfulStatusCode

  constructor(code: ServiceErrorCode, details: Details = {}) {
    super(fillMessage(catalogue[code].message, details))
    this.code = code
    this.status = catalogue[code].status
  }
}

/** The wire form of an error. */
export const errorBody = ({ code, message }: ServiceError) => ({ error: { code, message } })
