import { createFramePlace } from './framePlace.ts'
import { FULLY, isAtEnd, type Judgement, judge, type PartSeen } from './sightRules.ts'

/** So long everything has to have been in sight before it may be approved. */
export const IN_SIGHT_MS = 500
/** So long a mouse has to have been over the frame: a frame that jumps under it is not what was aimed at. */
export const POINTER_DWELL_MS = 300
/** IntersectionObserver v2 takes no less. */
const OBSERVER_DELAY_MS = 100

type Observer = typeof IntersectionObserver

/** What a browser has of its own for it, of the window that the screen is in; tests have something else. */
export interface Sight {
  readonly window: Window
  readonly document: Document
  readonly Observer: Observer
}

export interface Visibility {
  /** Since when nothing has been out of sight: another number after each reset. Undefined: not long enough. */
  armed(): number | undefined
  /** To begin anew, for a reason of the caller's. */
  reset(): void
  stop(): void
}

interface ObserverOptions extends IntersectionObserverInit {
  readonly trackVisibility?: boolean
  readonly delay?: number
}

const OPTIONS: ObserverOptions = { threshold: [0, FULLY, 1], trackVisibility: true, delay: OBSERVER_DELAY_MS }

/** Whether it can tell what lies over an element, and what makes it transparent. */
const isV2 = (observer: IntersectionObserver) => (observer as ObserverOptions).trackVisibility === true

/**
 * Whether it can be known here that the screen is seen: the browser can tell what lies over it (IntersectionObserver v2), or
 * it is in a window of its own, over which no page can lay anything.
 */
export const canBeSeen = ({ window, Observer }: Sight): boolean =>
  window.parent === window || isV2(new Observer(() => {}, OPTIONS))

/** What is watched. */
export interface Watched {
  /** Everything that has to be in sight, each by itself. */
  readonly parts: readonly Element[]
  /** The part that scrolls. */
  readonly body: Element
  /** The last thing that has to be read in it; undefined where it may be approved without that. */
  readonly end?: Element
}

/** `armed`: it may be approved. Otherwise why not; `seen` is on its way to `armed`. */
export type SightState = Judgement | 'armed'

const NOT_YET: PartSeen = { ratio: 0, isCovered: true }

/**
 * Watches that a request is in sight (`judge`): that each of its parts is, that nothing lies over them or makes them
 * transparent, that there is room to read, that it was read to its end where that is asked for, and that the window has neither
 * been resized, nor moved, nor left. Whatever happens, the time begins anew. Without IntersectionObserver v2 it is never in
 * sight in a frame; in a window of its own it is as long as that has the focus, and the time begins anew with every press that
 * comes too early: who is pressing away at something has not read this.
 * @param onChange hears each new state
 */
export function watchVisibility(
  { window, document, Observer }: Sight,
  { parts, body, end }: Watched,
  onChange: (state: SightState) => void,
): Visibility {
  const life = new AbortController()
  const seen = new Map<Element, PartSeen>(parts.map((part) => [part, NOT_YET]))
  let epoch = 0
  let state: SightState = 'unseen'
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
    // In a window of its own it is the visitor who zooms.
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

  function turn(next: SightState): void {
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
    // Of the window that is looked at: those of a frame behind it are slowed down.
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

  /** Of another size other lines are in sight, and the end may be somewhere else. */
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
      // The browser may know by now what it has told nobody yet.
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
