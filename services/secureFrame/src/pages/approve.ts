import { WINDOW_READY } from '../approval/windowReady.ts'
import texts from './en.json'
import { part, say } from './show.ts'

const LOOK_MS = 500
/** A frame that is there draws at once. */
const LIMIT_MS = 5_000

interface ApprovePage {
  readonly window: Window
}

/**
 * A window over which no page can lay anything. The frame that has opened it draws in it what is to be approved; whoever else
 * opens this page hears nothing, as what it posts goes to this origin alone.
 */
export function showApprove({ window }: ApprovePage): void {
  const { document: page, location } = window
  const place = part(page, 'place')
  const isOpenerThere = () => Boolean(window.opener) && !window.opener.closed
  const lose = () => {
    place.replaceChildren()
    page.querySelector('main')?.removeAttribute('inert')
    say(page, texts['approve.lost'])
  }

  if (!isOpenerThere()) {
    lose()
    return
  }
  say(page, texts['approve.opening'])
  ;(window.opener as Window).postMessage(WINDOW_READY, location.origin)

  let looks = 0
  let wasDrawn = false
  const looking = window.setInterval(() => {
    looks += 1
    wasDrawn ||= place.childElementCount > 0
    if (isOpenerThere() && (wasDrawn || looks * LOOK_MS < LIMIT_MS)) return
    window.clearInterval(looking)
    lose()
  }, LOOK_MS)
}
