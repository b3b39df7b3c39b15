/** A pointer's position: on the screen in the system's CSS pixels, in the frame in the frame's own. */
export interface Pointed {
  readonly screenX: number
  readonly screenY: number
  readonly clientX: number
  readonly clientY: number
}

/** Screen pixels: smaller differences are rounding. */
const NEAR = 2
/** Frame pixels between two events needed to derive the zoom. */
const TELLING = 16
/** The zoom range of browsers. A frame that jumps under a still pointer looks like a zoom of 0. */
const [ZOOM_MIN, ZOOM_MAX] = [0.25, 5]
/** This close to 1 it is rounding. */
const ROUNDED = 0.05

/** Screen pixels per frame pixel; undefined if the pointer has hardly moved or no zoom explains the move. */
function zoomBetween(one: Pointed, other: Pointed): number | undefined {
  const [x, y] = [other.clientX - one.clientX, other.clientY - one.clientY]
  if (Math.max(Math.abs(x), Math.abs(y)) < TELLING) return undefined
  const zoom = Math.abs(x) > Math.abs(y) ? (other.screenX - one.screenX) / x : (other.screenY - one.screenY) / y
  if (zoom < ZOOM_MIN || zoom > ZOOM_MAX) return undefined
  return Math.abs(zoom - 1) < ROUNDED ? 1 : zoom
}

function isStill(one: Pointed, other: Pointed, zoom: number): boolean {
  const x = other.screenX - one.screenX - zoom * (other.clientX - one.clientX)
  const y = other.screenY - one.screenY - zoom * (other.clientY - one.clientY)
  return Math.abs(x) <= NEAR && Math.abs(y) <= NEAR
}

/**
 * Detects by pointer events whether the frame has moved on the visitor's screen. At a zoom other than 1 the screen and
 * the frame count in different pixels; the zoom follows from the pointer's own path, and is derived anew after each
 * move.
 * @returns whether it has moved since the previous event
 */
export function createFramePlace(): (event: Pointed) => boolean {
  let before: Pointed | undefined
  let zoom: number | undefined
  return ({ screenX, screenY, clientX, clientY }) => {
    const now = { screenX, screenY, clientX, clientY }
    const was = before
    before = now
    if (!was) return false
    const found = zoomBetween(was, now)
    const hasMoved = !isStill(was, now, zoom ?? found ?? 1)
    zoom = hasMoved ? found : (zoom ?? found)
    return hasMoved
  }
}
