import type { Part } from '../modalShell.ts'
import { closed } from '../router/routerSlice.ts'

/** In embedded mode the modal is part of the page, and shows the view for an opening from the start. */
export const showEmbedded: Part = ({ read, store, opening, events }) => {
  if (read.options.enableEmbedded) {
    store.dispatch(closed(opening.home()))
    events.release()
  }
  return () => {}
}
