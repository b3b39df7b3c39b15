import type { Part } from '../modalShell.ts'
import { closed } from '../router/routerSlice.ts'

/** In embedded mode the modal is part of the page: it shows from the beginning what an opening would show. */
export const showEmbedded: Part = ({ read, store, opening, events }) => {
  if (read.options.enableEmbedded) {
    store.dispatch(closed(opening.home()))
    events.release()
  }
  return () => {}
}
