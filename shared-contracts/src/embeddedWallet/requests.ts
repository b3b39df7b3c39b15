import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { APP_PREFIX } from './envelope.ts'
import { accountRequests } from './requests/accounts.ts'
import { emailRequests } from './requests/email.ts'
import { rpcRequests } from './requests/rpc.ts'
import { sessionRequests } from './requests/session.ts'
import { siteRequests } from './requests/site.ts'
import { socialRequests } from './requests/social.ts'

/**
 * All requests from a page to the frame, keyed by name: the payload of `@w3m-app/<name>`. Each gets one answer with the
 * same id, `@w3m-frame/<name>_SUCCESS` or `@w3m-frame/<name>_ERROR`. AWAIT_UPDATE_EMAIL, which other clients also
 * define, is missing here: no client sends it, and it has no payload.
 */
export const requests = {
  ...emailRequests,
  ...socialRequests,
  ...sessionRequests,
  ...accountRequests,
  ...rpcRequests,
  ...siteRequests,
} satisfies Record<string, GenericSchema<unknown, unknown>>

type Requests = typeof requests
export type RequestName = keyof Requests

/** The payload of a request as the page sends it. */
export type RequestPayload<Name extends RequestName> = InferInput<Requests[Name]>

/** A request as the frame reads it. `type` tells the requests apart. */
export type FrameRequest = {
  [Name in RequestName]: {
    readonly type: `${typeof APP_PREFIX}${Name}`
    readonly id?: string
    readonly payload: InferOutput<Requests[Name]>
  }
}[RequestName]
