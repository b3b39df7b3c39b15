import { APP_PREFIX } from './envelope.ts'
import { type Reading, readMessage } from './readMessage.ts'
import { type FrameRequest, type RequestName, requests } from './requests.ts'

const isRequestName = (name: string): name is RequestName => Object.hasOwn(requests, name)

/**
 * Reads a page's request to the frame. The receiver must check whether that page may make requests. Other frames warn
 * about a malformed payload and then use it. Here it is refused, and the receiver must answer with the request's error.
 */
export const readFrameRequest = (value: unknown): Reading<FrameRequest> =>
  readMessage(value, APP_PREFIX, (name) => (isRequestName(name) ? requests[name] : undefined)) as Reading<FrameRequest>
