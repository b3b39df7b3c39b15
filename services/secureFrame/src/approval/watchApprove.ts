import { watchPress } from './pressing.ts'
import type { Screen } from './showScreen.ts'
import type { Stage } from './stage.ts'
import { type ScreenState, watchVisibility } from './visibility.ts'
import { watchRoom } from './watchRoom.ts'

interface Approving {
  readonly stage: Stage
  readonly screen: Screen
  readonly button: HTMLElement
  /** The last element that has to be read before approving, if any. */
  readonly readTo?: HTMLElement
  /** Called with each new state. */
  readonly onState: (state: ScreenState) => void
  /** The visitor has approved. */
  readonly onPress: () => void
}

/**
 * Watches a request on the screen, and its approve button. If the gist does not fit above the scrolling part, nothing
 * can be approved in a frame, and a separate window requires everything to be read to its end.
 * @returns a function that stops watching
 */
export function watchApprove({ stage, screen, button, readTo, onState, onPress }: Approving): () => void {
  const { document, window, isReal } = stage
  const isFramed = window.parent !== window
  let isStanding = screen.fit()
  let stop = watch()

  function watch(): () => void {
    const isCramped = isFramed && !isStanding
    const tell = (state: ScreenState) => onState(isCramped ? 'small' : state)
    const watched = {
      parts: isCramped ? [] : screen.parts(),
      body: screen.body,
      end: isStanding ? readTo : screen.end,
    }
    const visibility = watchVisibility(stage, watched, tell)
    tell('unseen')
    const leave = watchPress({ document, button, visibility, onPress, isReal })
    return () => {
      leave()
      visibility.stop()
    }
  }

  const leaveRoom = watchRoom(window, screen.sized, () => {
    const was = isStanding
    isStanding = screen.fit()
    if (was === isStanding) return
    stop()
    stop = watch()
  })
  return () => {
    leaveRoom()
    stop()
  }
}
