import { APP_PREFIX } from './envelope.ts'
import { type Reading, readMessage } from './readMessage.ts'
import { type FrameRequest, type RequestName, requests } from './requests.ts'

const isRequestName = (name: string): name is RequestName => Object.hasOwn(requests, name)

/**
 * What a page asks of the frame. Whether that page may ask at all is for whoever received it to say. Other frames warn of a
 * payload that is not as described and act on it; a refusal here is to be answered with the error of its request.
 */
export const readFrameRequest = (value: unknown): Reading<FrameRequest> =>
  readMessage(value, APP_PREFIX, (name) => (isRequestName(name) ? requests[name] : undefined)) as Reading<FrameRequest>
