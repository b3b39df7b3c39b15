import type { AnswerPayload } from './answers.ts'
import { FRAME_FAILURES, type FrameFailure } from './failures.ts'
import { errorType, requestType, successType } from './messageTypes.ts'
import type { RequestName, RequestPayload } from './requests.ts'

/** A payload that may be undefined can be left out. */
type PayloadArgument<Payload> = undefined extends Payload ? [payload?: Payload] : [payload: Payload]

/** A message that the page posts. */
export const frameRequest = <Name extends RequestName>(
  name: Name,
  id: string,
  ...[payload]: PayloadArgument<RequestPayload<Name>>
) => (payload === undefined ? { type: requestType(name), id } : { type: requestType(name), id, payload })

/** A message that the frame posts. `id` is the request's id, if it had one. */
export const frameAnswer = <Name extends RequestName>(
  name: Name,
  id: string | undefined,
  ...[payload]: PayloadArgument<AnswerPayload<Name>>
) => (payload === undefined ? { type: successType(name), id } : { type: successType(name), id, payload })

/** The frame's answer to a failed request. Other clients keep the message and drop the code. */
export const frameFailure = (name: RequestName, id: string | undefined, failure: FrameFailure, retryAt?: number) => ({
  type: errorType(name),
  id,
  payload: { ...FRAME_FAILURES[failure], ...(retryAt !== undefined && { retryAt }) },
})
