import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { accountAnswers } from './answers/accounts.ts'
import type { announcements } from './answers/announcements.ts'
import { emailAnswers } from './answers/email.ts'
import type { Failure } from './answers/failure.ts'
import { rpcAnswers } from './answers/rpc.ts'
import { sessionAnswers } from './answers/session.ts'
import { siteAnswers } from './answers/site.ts'
import { socialAnswers } from './answers/social.ts'
import type { FRAME_PREFIX } from './envelope.ts'
import type { RequestName } from './requests.ts'

/** The frame's answers to successful requests, keyed by name: the payload of `@w3m-frame/<name>_SUCCESS`. */
export const answers = {
  ...emailAnswers,
  ...socialAnswers,
  ...sessionAnswers,
  ...accountAnswers,
  ...rpcAnswers,
  ...siteAnswers,
} satisfies Record<RequestName, GenericSchema<unknown, unknown>>

type Answers = typeof answers
type Announcements = typeof announcements

/** The payload of an answer as the frame sends it. */
export type AnswerPayload<Name extends RequestName> = InferInput<Answers[Name]>
/** The payload of an answer as the page reads it. */
export type Answer<Name extends RequestName> = InferOutput<Answers[Name]>

/** A message from the frame as the page reads it. `type` tells the kinds apart. */
export type FrameEvent =
  | {
      [Name in RequestName]:
        | {
            readonly type: `${typeof FRAME_PREFIX}${Name}_SUCCESS`
            readonly id?: string
            readonly payload: Answer<Name>
          }
        | {
            readonly type: `${typeof FRAME_PREFIX}${Name}_ERROR`
            readonly id?: string
            readonly payload: InferOutput<typeof Failure>
          }
    }[RequestName]
  | {
      [Name in keyof Announcements]: {
        readonly type: `${typeof FRAME_PREFIX}${Name}`
        readonly id?: string
        readonly payload: InferOutput<Announcements[Name]>
      }
    }[keyof Announcements]
