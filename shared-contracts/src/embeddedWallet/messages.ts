import type { AnswerPayload } from './answers.ts'
import { FRAME_FAILURES, type FrameFailure } from './failures.ts'
import { errorType, requestType, successType } from './messageTypes.ts'
import type { RequestName, RequestPayload } from './requests.ts'

/** A payload that may be absent is left out. */
type PayloadArgument<Payload> = undefined extends Payload ? [payload?: Payload] : [payload: Payload]

/** What the page posts. */
export const frameRequest = <Name extends RequestName>(
  name: Name,
  id: string,
  ...[payload]: PayloadArgument<RequestPayload<Name>>
) => (payload === undefined ? { type: requestType(name), id } : { type: requestType(name), id, payload })

/** What the frame posts; `id` is that of the request, or none where the request had none. */
export const frameAnswer = <Name extends RequestName>(
  name: Name,
  id: string | undefined,
  ...[payload]: PayloadArgument<AnswerPayload<Name>>
) => (payload === undefined ? { type: successType(name), id } : { type: successType(name), id, payload })

/** What the frame posts when it could not do what it was asked for. Other clients keep the message and drop the code. */
export const frameFailure = (name: RequestName, id: string | undefined, failure: FrameFailure, retryAt?: number) => ({
  type: errorType(name),
  id,
  payload: { ...FRAME_FAILURES[failure], ...(retryAt !== undefined && { retryAt }) },
})
