import { boolean, object } from 'valibot'
import { Nothing } from '../bounds.ts'
import { EmbeddedUser } from './users.ts'

export const sessionAnswers = {
  GET_USER: EmbeddedUser,
  IS_CONNECTED: object({ isConnected: boolean() }),
  /** Other clients wait out their three seconds even when the answer is an error; ours are through with either. */
  SIGN_OUT: Nothing,
  RELOAD: Nothing,
}
