/** Share of an element's area that has to be in sight. The rest allows for the rounding of fractional pixels. */
export const FULLY = 0.99

/**
 * The minimum size of the scrolling part in CSS pixels. Height: four lines of text (22 px each) and the fade at its
 * edge, so that scrolling shows sentences and not slices of letters. Width: the narrowest phone in use is 320 px wide;
 * below 280 px an address breaks into too many lines to compare.
 */
export const BODY_LEAST = { width: 280, height: 96 } as const

/**
 * The minimum number of device pixels per CSS pixel in a frame. A page can shrink a frame with CSS `zoom`, which
 * changes nothing else that the frame can measure. At 0.75 the smallest text (14 px) still has 10 device pixels; below
 * that its letters cannot be told apart.
 */
const SCALE_LEAST = 0.75

/** What the browser reports for one element. */
export interface PartSeen {
  /** Share of its area inside everything that clips it, 0 to 1. */
  readonly ratio: number
  /** Covered, transparent, filtered or transformed. */
  readonly isCovered: boolean
}

/** Size of the scrolling part, and of its pixels. */
export interface Room {
  /** CSS pixels */
  readonly width: number
  /** CSS pixels */
  readonly height: number
  /** Device pixels per CSS pixel; undefined if only the visitor can zoom. */
  readonly scale?: number
}

/** Scroll position, in CSS pixels. */
export interface ScrollPlace {
  /** How far the content is scrolled. */
  readonly top: number
  /** Height of the visible part. */
  readonly height: number
  /** Lower edge of the last thing to be read, from the start of the content. */
  readonly end: number
}

/**
 * `small`: there is too little room to show the request. `unseen`: something is out of sight. `unread`: the visitor has
 * to scroll to the end first. `seen`: the request can be approved once this has lasted for a while.
 */
export type Judgement = 'small' | 'unseen' | 'unread' | 'seen'

export const isRoomy = ({ width, height, scale = 1 }: Room): boolean =>
  width >= BODY_LEAST.width && height >= BODY_LEAST.height && scale >= SCALE_LEAST

/** One pixel is tolerated, because browsers stop scrolling at fractions of pixels. */
export const isAtEnd = ({ top, height, end }: ScrollPlace): boolean => top + height >= end - 1

const isPartSeen = ({ ratio, isCovered }: PartSeen): boolean => ratio >= FULLY && !isCovered

/**
 * Whether a request can be approved as it is shown on the screen.
 * @param parts everything that has to be in sight: requesting site, title, outcome, warnings, receivers, the scrolling
 *   part and the buttons. If the list is empty, nothing is in sight.
 * @param isRead the scrolling part was seen to its end, or need not be
 */
export function judge(parts: readonly PartSeen[], room: Room, isRead: boolean): Judgement {
  // A hidden frame has no size.
  if (room.width === 0 && room.height === 0) return 'unseen'
  if (!isRoomy(room)) return 'small'
  if (parts.length === 0 || !parts.every(isPartSeen)) return 'unseen'
  return isRead ? 'seen' : 'unread'
}
