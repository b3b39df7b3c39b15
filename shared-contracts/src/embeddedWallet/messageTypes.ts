import { APP_PREFIX, FRAME_PREFIX } from './envelope.ts'
import type { RequestName } from './requests.ts'

export const requestType = <Name extends RequestName>(name: Name) => `${APP_PREFIX}${name}` as const
export const successType = <Name extends RequestName>(name: Name) => `${FRAME_PREFIX}${name}_SUCCESS` as const
export const errorType = <Name extends RequestName>(name: Name) => `${FRAME_PREFIX}${name}_ERROR` as const
