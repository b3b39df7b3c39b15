import { boolean, integer, minValue, number, object, pipe } from 'valibot'
import { Nothing } from '../bounds.ts'
import { EmbeddedUser } from './users.ts'

export const sessionAnswers = {
  GET_USER: EmbeddedUser,
  GET_NEW_DEVICES: object({ count: pipe(number(), integer(), minValue(0)) }),
  /** Sent when the visitor has decided about each device. Does not contain the decisions. */
  REVIEW_NEW_DEVICES: Nothing,
  IS_CONNECTED: object({ isConnected: boolean() }),
  /** Other clients wait for their full three seconds even after an error. Our client stops at either answer. */
  SIGN_OUT: Nothing,
  RELOAD: Nothing,
}
