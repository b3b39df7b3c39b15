/** Where a pointer is, on the screen in CSS pixels of the system and in the frame in its own. */
export interface Pointed {
  readonly screenX: number
  readonly screenY: number
  readonly clientX: number
  readonly clientY: number
}

/** Screen pixels: rounding is no move. */
const NEAR = 2
/** Frame pixels between two events from which the zoom can be told. */
const TELLING = 16
/** What browsers let visitors zoom to. A frame that jumps under a still pointer looks like a zoom of 0. */
const [ZOOM_MIN, ZOOM_MAX] = [0.25, 5]
/** So close to 1 it is rounding. */
const ROUNDED = 0.05

/** Screen pixels per frame pixel; undefined where the pointer has hardly moved, or no zoom explains it. */
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
 * Tells by pointer events whether the frame has moved on the visitor's screen. At another zoom than 1 screen and frame count in
 * different pixels; which zoom it is follows from the pointer's own way, and is found out anew after each move.
 * @returns whether it has moved since the event before
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
