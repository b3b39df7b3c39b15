import type { GenericSchema } from 'valibot'
import { announcements } from './answers/announcements.ts'
import { Failure } from './answers/failure.ts'
import { answers, type FrameEvent } from './answers.ts'
import { FRAME_PREFIX } from './envelope.ts'
import { errorType, successType } from './messageTypes.ts'
import { type Reading, readMessage } from './readMessage.ts'
import type { RequestName } from './requests.ts'

const SUCCESS = '_SUCCESS'
const ERROR = '_ERROR'

const isRequestName = (name: string): name is RequestName => Object.hasOwn(answers, name)

function schemaOf(name: string): GenericSchema | undefined {
  if (Object.hasOwn(announcements, name)) return announcements[name as keyof typeof announcements]
  const ending = name.endsWith(SUCCESS) ? SUCCESS : ERROR
  const request = name.endsWith(ending) ? name.slice(0, -ending.length) : name
  if (request === name || !isRequestName(request)) return undefined
  return ending === SUCCESS ? answers[request] : Failure
}

/**
 * Reads an answer or an announcement of the frame. The receiver must check that it came from the frame. Other clients
 * ignore a malformed answer and keep waiting. Here, the refusal contains the request's id, and that request has then
 * failed.
 */
export const readFrameEvent = (value: unknown): Reading<FrameEvent> =>
  readMessage(value, FRAME_PREFIX, schemaOf) as Reading<FrameEvent>

type AnswerTo<Name extends RequestName> = Extract<
  FrameEvent,
  { type: ReturnType<typeof successType<Name>> | ReturnType<typeof errorType<Name>> }
>

/** Whether the event answers a request with this name. The id alone is not enough: it could be another request's. */
export const isAnswerTo = <Name extends RequestName>(event: FrameEvent, name: Name): event is AnswerTo<Name> =>
  event.type === successType(name) || event.type === errorType(name)
