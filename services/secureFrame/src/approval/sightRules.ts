/** Share of an element's area that has to be in sight. The rest is rounding of fractional pixels. */
export const FULLY = 0.99

/**
 * CSS pixels of the scrolling part. Height: four lines of text (22 px each) and the fade at its edge, so that scrolling shows
 * sentences and not slices of letters. Width: the narrowest phone in use is 320 px wide; below 280 px an address breaks into
 * so many lines that nobody compares it.
 */
export const BODY_LEAST = { width: 280, height: 96 } as const

/**
 * Device pixels per CSS pixel in a frame. A page can shrink a frame with CSS `zoom`, which changes nothing else that the frame
 * can measure. At 0.75 the smallest text (14 px) still has 10 device pixels; below that its letters cannot be told apart.
 */
const SCALE_LEAST = 0.75

/** What the browser says of one element. */
export interface PartSeen {
  /** Share of its area inside of everything that clips it, 0 to 1. */
  readonly ratio: number
  /** Something lies over it, or it is transparent, filtered or turned. */
  readonly isCovered: boolean
}

/** Size of the scrolling part, and how large its pixels are. */
export interface Room {
  /** CSS pixels */
  readonly width: number
  /** CSS pixels */
  readonly height: number
  /** Device pixels per CSS pixel; undefined where nobody but the visitor can zoom. */
  readonly scale?: number
}

/** Where something that scrolls stands, in CSS pixels. */
export interface ScrollPlace {
  /** How far it is scrolled. */
  readonly top: number
  /** Height of what is seen of it. */
  readonly height: number
  /** Lower edge of the last thing to be read, from the start of the content. */
  readonly end: number
}

/**
 * `small`: there is too little room to show the request. `unseen`: something is out of sight. `unread`: it has to be scrolled to
 * its end first. `seen`: it may be approved, once that has lasted.
 */
export type Judgement = 'small' | 'unseen' | 'unread' | 'seen'

export const isRoomy = ({ width, height, scale = 1 }: Room): boolean =>
  width >= BODY_LEAST.width && height >= BODY_LEAST.height && scale >= SCALE_LEAST

/** One pixel is rounding: browsers stop scrolling at fractions. */
export const isAtEnd = ({ top, height, end }: ScrollPlace): boolean => top + height >= end - 1

const isPartSeen = ({ ratio, isCovered }: PartSeen): boolean => ratio >= FULLY && !isCovered

/**
 * Whether a request may be approved as it stands on the screen.
 * @param parts everything that has to be in sight, each by itself: who asks, title, outcome, warnings, receivers, the scrolling
 * part and the buttons. Without any of them nothing is in sight.
 * @param isRead the scrolling part was seen to its end, or need not be
 */
export function judge(parts: readonly PartSeen[], room: Room, isRead: boolean): Judgement {
  // A frame that is not shown has no size at all.
  if (room.width === 0 && room.height === 0) return 'unseen'
  if (!isRoomy(room)) return 'small'
  if (parts.length === 0 || !parts.every(isPartSeen)) return 'unseen'
  return isRead ? 'seen' : 'unread'
}
