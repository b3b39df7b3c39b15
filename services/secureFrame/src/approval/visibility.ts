/** So long everything has to have been in sight before it may be approved. */
export const IN_SIGHT_MS = 500
/** So long a mouse has to have been over the frame: a frame that jumps under it is not what was aimed at. */
export const POINTER_DWELL_MS = 300
/** IntersectionObserver v2 takes no less. */
const OBSERVER_DELAY_MS = 100
/** Rounding of fractional pixels is no part out of sight. */
const FULLY = 0.99

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

/**
 * Watches that the whole screen is in sight: that all of these elements are, that nothing lies over them or makes them
 * transparent, and that the window has neither been resized, nor moved, nor left. Whatever happens, the time begins anew.
 * Without IntersectionObserver v2 it is never in sight in a frame; in a window of its own it is as long as that has the focus,
 * and the time begins anew with every press that comes too early: who is pressing away at something has not read this.
 * @param onChange hears when that turns
 */
export function watchVisibility(
  { window, document, Observer }: Sight,
  elements: readonly Element[],
  onChange: (isArmed: boolean) => void,
): Visibility {
  const life = new AbortController()
  const unseen = new Set(elements)
  let epoch = 0
  let isArmed = false
  let timer: number | undefined

  const observer = new Observer((entries) => {
    for (const entry of entries) {
      const isCovered = isSharp && (entry as IntersectionObserverEntry & { isVisible?: boolean }).isVisible !== true
      const isSeen = entry.isIntersecting && entry.intersectionRatio >= FULLY && !isCovered
      if (isSeen) unseen.delete(entry.target)
      else unseen.add(entry.target)
    }
    check()
  }, OPTIONS)
  const isSharp = isV2(observer)
  const isAlone = window.parent === window

  const isUncovered = () => isSharp || (isAlone && document.hasFocus())
  const isInSight = () => unseen.size === 0 && document.visibilityState === 'visible' && isUncovered()

  function disarm(): void {
    window.clearTimeout(timer)
    timer = undefined
    if (!isArmed) return
    isArmed = false
    onChange(false)
  }

  function check(): void {
    if (life.signal.aborted) return
    if (!isInSight()) {
      disarm()
      return
    }
    if (isArmed || timer !== undefined) return
    // Of the window that is looked at: those of a frame behind it are slowed down.
    timer = window.setTimeout(() => {
      timer = undefined
      if (!isInSight()) return
      epoch += 1
      isArmed = true
      onChange(true)
    }, IN_SIGHT_MS)
  }

  function reset(): void {
    disarm()
    check()
  }

  /** Where the frame is on the visitor's screen, as far as a pointer can tell. */
  let place: string | undefined
  const pointed = (event: Event) => {
    const { screenX, screenY, clientX, clientY } = event as PointerEvent
    const now = `${Math.round(screenX - clientX)} ${Math.round(screenY - clientY)}`
    if (place !== undefined && !isNear(place, now)) reset()
    place = now
  }

  const on = (target: EventTarget, name: string, hear: (event: Event) => void) =>
    target.addEventListener(name, hear, { signal: life.signal, capture: true })
  on(window, 'resize', reset)
  on(window, 'blur', (event) => event.target === window && reset())
  on(window, 'focus', check)
  on(document, 'visibilitychange', reset)
  for (const name of ['pointermove', 'pointerdown', 'pointerup']) on(document, name, pointed)
  if (!isSharp) for (const name of ['pointerdown', 'keydown']) on(document, name, () => isArmed || reset())

  for (const element of elements) observer.observe(element)
  return {
    armed: () => {
      // The browser may know by now what it has told nobody yet.
      if (isArmed && !isInSight()) disarm()
      return isArmed ? epoch : undefined
    },
    reset,
    stop() {
      life.abort()
      disarm()
      observer.disconnect()
    },
  }
}

/** Two pixels of rounding are no move. */
function isNear(one: string, other: string): boolean {
  const [x1 = 0, y1 = 0] = one.split(' ').map(Number)
  const [x2 = 0, y2 = 0] = other.split(' ').map(Number)
  return Math.abs(x1 - x2) <= 2 && Math.abs(y1 - y2) <= 2
}
