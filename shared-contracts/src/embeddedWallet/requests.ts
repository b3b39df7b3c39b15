import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { APP_PREFIX } from './envelope.ts'
import { accountRequests } from './requests/accounts.ts'
import { emailRequests } from './requests/email.ts'
import { rpcRequests } from './requests/rpc.ts'
import { sessionRequests } from './requests/session.ts'
import { siteRequests } from './requests/site.ts'
import { socialRequests } from './requests/social.ts'

/**
 * Everything that a page may ask of the frame, by name: the payload of `@w3m-app/<name>`. Each is answered once, by
 * `@w3m-frame/<name>_SUCCESS` or `@w3m-frame/<name>_ERROR` with the same id. AWAIT_UPDATE_EMAIL, a name that other clients
 * have, is sent by none and has no payload: it is not one of ours.
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

/** What the page puts in. */
export type RequestPayload<Name extends RequestName> = InferInput<Requests[Name]>

/** A request as the frame has read it; told apart by `type`. */
export type FrameRequest = {
  [Name in RequestName]: {
    readonly type: `${typeof APP_PREFIX}${Name}`
    readonly id?: string
    readonly payload: InferOutput<Requests[Name]>
  }
}[RequestName]
