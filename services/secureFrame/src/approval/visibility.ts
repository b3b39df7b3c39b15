import { createFramePlace } from './framePlace.ts'
import { FULLY, isAtEnd, type Judgement, judge, type PartSeen } from './visibilityRules.ts'

/** How long everything has to be in sight before a request can be approved. */
export const IN_SIGHT_MS = 500
/** How long a mouse has to be over the frame before it presses: a frame that jumps under a mouse was not its target. */
export const POINTER_DWELL_MS = 300
/** The minimum that IntersectionObserver v2 accepts. */
const OBSERVER_DELAY_MS = 100

type Observer = typeof IntersectionObserver

/** Browser APIs of the window that shows the screen; tests replace them. */
export interface ScreenApis {
  readonly window: Window
  readonly document: Document
  readonly Observer: Observer
}

export interface Visibility {
  /** A number for the current period in sight, new after each reset; undefined until the period is long enough. */
  armed(): number | undefined
  /** Restarts the period in sight, for a reason that the caller knows. */
  reset(): void
  stop(): void
}

interface ObserverOptions extends IntersectionObserverInit {
  readonly trackVisibility?: boolean
  readonly delay?: number
}

const OPTIONS: ObserverOptions = { threshold: [0, FULLY, 1], trackVisibility: true, delay: OBSERVER_DELAY_MS }

/** Whether the observer reports covering elements and transparency. */
const isV2 = (observer: IntersectionObserver) => (observer as ObserverOptions).trackVisibility === true

/**
 * Whether the frame can know that the screen is seen: the browser reports what covers it (IntersectionObserver v2), or
 * the screen is in a window of its own, which no page can cover.
 */
export const canBeSeen = ({ window, Observer }: ScreenApis): boolean =>
  window.parent === window || isV2(new Observer(() => {}, OPTIONS))

/** The watched elements. */
export interface Watched {
  /** All elements that have to be in sight. */
  readonly parts: readonly Element[]
  /** The part that scrolls. */
  readonly body: Element
  /** The last element of `body` that has to be read; undefined if no scrolling is required. */
  readonly end?: Element
}

/** `armed`: the request can be approved. The other states say why it cannot; `seen` becomes `armed` after a while. */
export type ScreenState = Judgement | 'armed'

const NOT_YET: PartSeen = { ratio: 0, isCovered: true }

/**
 * Watches whether a request is in sight (`judge`): all of its parts are visible, nothing covers them or makes them
 * transparent, there is room to read, and the request has been read to its end if required. Losing any of this restarts
 * the period in sight, and so does resizing, moving or leaving the window. Without IntersectionObserver v2 a request in
 * a frame is never in sight; in a window of its own it is in sight while the window has the focus, and each early press
 * restarts the period, because a visitor who presses hastily has not read the request.
 * @param onChange called with each new state
 */
export function watchVisibility(
  { window, document, Observer }: ScreenApis,
  { parts, body, end }: Watched,
  onChange: (state: ScreenState) => void,
): Visibility {
  const life = new AbortController()
  const seen = new Map<Element, PartSeen>(parts.map((part) => [part, NOT_YET]))
  let epoch = 0
  let state: ScreenState = 'unseen'
  let isRead = end === undefined
  let timer: number | undefined

  const observer = new Observer((entries) => {
    for (const entry of entries) {
      const { isVisible } = entry as IntersectionObserverEntry & { isVisible?: boolean }
      const ratio = entry.isIntersecting ? entry.intersectionRatio : 0
      seen.set(entry.target, { ratio, isCovered: isSharp && isVisible !== true })
    }
    check()
  }, OPTIONS)
  const isSharp = isV2(observer)
  const isAlone = window.parent === window

  const isUncovered = () => isSharp || (isAlone && document.hasFocus())

  function look(): Judgement {
    const { clientWidth: width, clientHeight: height } = body
    // In a window of its own only the visitor zooms.
    const room = { width, height, ...(isAlone ? {} : { scale: window.devicePixelRatio }) }
    const isInFront = document.visibilityState === 'visible' && isUncovered()
    const judged = judge(isInFront ? [...seen.values()] : [], room, isRead)
    if (judged !== 'unread' || !isEndSeen()) return judged
    isRead = true
    return 'seen'
  }

  function isEndSeen(): boolean {
    if (!end) return true
    const top = body.scrollTop
    const below = end.getBoundingClientRect().bottom - body.getBoundingClientRect().top
    return isAtEnd({ top, height: body.clientHeight, end: below + top })
  }

  function turn(next: ScreenState): void {
    if (next === state) return
    state = next
    onChange(next)
  }

  function check(): void {
    if (life.signal.aborted) return
    const judged = look()
    if (judged !== 'seen') {
      window.clearTimeout(timer)
      timer = undefined
      turn(judged)
      return
    }
    if (state === 'armed' || timer !== undefined) return
    turn('seen')
    // The visible window's timer: browsers slow down the timers of a frame behind it.
    timer = window.setTimeout(() => {
      timer = undefined
      const now = look()
      if (now === 'seen') epoch += 1
      turn(now === 'seen' ? 'armed' : now)
    }, IN_SIGHT_MS)
  }

  function reset(): void {
    window.clearTimeout(timer)
    timer = undefined
    if (state === 'armed') turn('seen')
    check()
  }

  /** After a resize other lines are in sight, and the end may have moved. */
  function resized(): void {
    isRead = end === undefined
    reset()
  }

  const hasMoved = createFramePlace()
  const pointed = (event: Event) => {
    if (hasMoved(event as PointerEvent)) reset()
  }

  const on = (target: EventTarget, name: string, hear: (event: Event) => void) =>
    target.addEventListener(name, hear, { signal: life.signal, capture: true })
  on(window, 'resize', resized)
  on(body, 'scroll', check)
  on(window, 'blur', (event) => event.target === window && reset())
  on(window, 'focus', check)
  on(document, 'visibilitychange', reset)
  for (const name of ['pointermove', 'pointerdown', 'pointerup']) on(document, name, pointed)
  if (!isSharp) for (const name of ['pointerdown', 'keydown']) on(document, name, () => state === 'armed' || reset())

  for (const part of parts) observer.observe(part)
  return {
    armed: () => {
      // There may be changes that the browser has not reported yet.
      if (state === 'armed' && look() !== 'seen') check()
      return state === 'armed' ? epoch : undefined
    },
    reset,
    stop() {
      life.abort()
      window.clearTimeout(timer)
      observer.disconnect()
    },
  }
}
