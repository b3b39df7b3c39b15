import type { Part } from '../modalShell.ts'
import { messagesArrived } from '../settingsSlice.ts'
import { firstMessages } from './hostMessages.ts'

/** Overlays the English texts of the first view with the visitor's language. */
export const loadFirstMessages: Part = ({ store, context, locale }) => {
  void firstMessages(context, locale).then((messages) => messages && store.dispatch(messagesArrived(messages)))
  return () => {}
}
