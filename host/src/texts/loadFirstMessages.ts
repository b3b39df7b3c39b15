import type { Part } from '../modalShell.ts'
import { messagesArrived } from '../settingsSlice.ts'
import { firstMessages } from './hostMessages.ts'

/** Lays the visitor's language over the English texts of the first view. */
export const loadFirstMessages: Part = ({ store, context, locale }) => {
  void firstMessages(context, locale).then((messages) => messages && store.dispatch(messagesArrived(messages)))
  return () => {}
}
