import { WINDOW_READY } from '../approval/windowReady.ts'
import texts from './en.json'
import { part, type Surroundings, say } from './show.ts'

const LOOK_MS = 500
/** If nothing is drawn by then, no frame has opened this window: a frame draws at once. */
const LIMIT_MS = 5_000

/**
 * A window that no page can cover. The frame that opened it draws the approval in it. Other pages that open it hear
 * nothing, because its message goes to this origin only.
 */
export function showApprove({ window }: Pick<Surroundings, 'window'>): void {
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
