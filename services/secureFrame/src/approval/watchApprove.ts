import { watchPress } from './pressing.ts'
import type { Screen } from './showScreen.ts'
import type { Stage } from './stage.ts'
import { type SightState, watchVisibility } from './visibility.ts'
import { watchRoom } from './watchRoom.ts'

interface Approving {
  readonly stage: Stage
  readonly screen: Screen
  readonly button: HTMLElement
  /** The last thing that has to be read first, if there is one. */
  readonly readTo?: HTMLElement
  /** Hears each new state. */
  readonly onState: (state: SightState) => void
  /** The visitor has approved. */
  readonly onPress: () => void
}

/**
 * Watches a request that is on the screen, and the button that approves it. Where there is no room for the gist beside the part
 * that scrolls, a frame approves nothing; a window of its own wants the whole to be read to its end.
 * @returns stops it
 */
export function watchApprove({ stage, screen, button, readTo, onState, onPress }: Approving): () => void {
  const { document, window, isReal } = stage
  const isFramed = window.parent !== window
  let isStanding = screen.fit()
  let stop = watch()

  function watch(): () => void {
    const isCramped = isFramed && !isStanding
    const tell = (state: SightState) => onState(isCramped ? 'small' : state)
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
