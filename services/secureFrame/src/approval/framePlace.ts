/** A pointer's position: on the screen in the system's CSS pixels, and in the frame in the frame's CSS pixels. */
export interface Pointed {
  readonly screenX: number
  readonly screenY: number
  readonly clientX: number
  readonly clientY: number
}

/** In screen pixels: smaller differences are rounding errors. */
const NEAR = 2
/** How many frame pixels have to be between two events so that the zoom can be derived from them. */
const TELLING = 16
/** The zoom range of browsers. A frame that jumps under a still pointer looks like a zoom of 0. */
const [ZOOM_MIN, ZOOM_MAX] = [0.25, 5]
/** A zoom that differs from 1 by less than this is a rounding error. */
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
 * Detects from pointer events whether the frame has moved on the visitor's screen. At a zoom other than 1 the pixels of
 * screen and frame differ; the zoom is derived from the pointer's path, and again after each move of the frame.
 * @returns a function that tells whether the frame has moved since the previous event
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
