import { MODAL_WIDTH_PX } from '@portico/contracts'

/** secure-frame.md §14. */
const FRAME_HEIGHT_PX = 600
/** Of our window (`--w-header-height`); that of secure-frame.md §14 is 64 px high. */
const HEADER_HEIGHT_PX = 56
const PHONE_WIDTH_MAX_PX = 430
/** Of a phone's sheet: its handle and edge, and how much of the page it may take (ModalFrame.css). */
const SHEET_REST_PX = 13
const SHEET_MAX = 0.92
/** On a desk the card has an edge, and there is something around it. */
const CARD_REST_PX = 34
/** By then the view of an embedded modal stands where it stays. */
const EMBEDDED_WAIT_MS = 300

export const isPhoneWide = (): boolean => document.body.clientWidth <= PHONE_WIDTH_MAX_PX

/**
 * secure-frame.md §14 says 600 px, whatever there is room for. A frame that is not wholly in sight can be approved by
 * nobody, and one that lies over the header hides how to close it: it is as high as all of it, and the header, can be
 * seen.
 */
export function frameHeightPx(isEmbedded = false): number {
  const sheet = innerHeight * SHEET_MAX - SHEET_REST_PX - HEADER_HEIGHT_PX
  const card = innerHeight - CARD_REST_PX - HEADER_HEIGHT_PX
  const room = isEmbedded ? innerHeight : isPhoneWide() ? sheet : card
  return Math.floor(Math.min(FRAME_HEIGHT_PX, room))
}

/**
 * Keeps the frame over `place` while the page is made larger or smaller. `isEmbedded`: the modal is a part of the page, and
 * the frame takes exactly its room.
 */
export function placeFrame(frame: HTMLElement, place: HTMLElement, isEmbedded: boolean, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasFound = false

  function fillPlace(): void {
    // What is asked for somewhere else on the page is to be seen, and can be approved only where all of it is.
    if (!wasFound) place.scrollIntoView?.({ block: 'nearest' })
    wasFound = true
    const { left, top, width, height } = place.getBoundingClientRect()
    const sides = { left, top, width, height }
    // On whole pixels: of a frame that begins or ends on a part of one, browsers say that something lies over its edge.
    for (const [side, px] of Object.entries(sides)) frame.style.setProperty(side, `${Math.round(px)}px`)
    frame.style.opacity = ''
  }

  function put(): void {
    clearTimeout(timer)
    const heightPx = frameHeightPx(isEmbedded)
    const height = `${heightPx}px`
    place.style.height = height
    if (isEmbedded) {
      timer = setTimeout(fillPlace, EMBEDDED_WAIT_MS)
    } else if (isPhoneWide()) {
      Object.assign(frame.style, { height, width: '100%', left: '0px', bottom: '0px', top: 'unset' })
    } else {
      Object.assign(frame.style, {
        height,
        width: `${MODAL_WIDTH_PX}px`,
        left: `calc(50% - ${MODAL_WIDTH_PX / 2}px)`,
        top: `calc(50% - ${heightPx / 2}px + ${HEADER_HEIGHT_PX / 2}px)`,
        bottom: 'unset',
      })
    }
  }

  // Until then it is nowhere. Hidden it could not take the focus.
  if (isEmbedded) frame.style.opacity = '0'
  put()
  addEventListener('resize', put, { signal })
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(put)
  observer?.observe(document.body)
  // What is part of the page moves with it.
  if (isEmbedded) addEventListener('scroll', fillPlace, { signal, capture: true, passive: true })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    frame.style.opacity = ''
    observer?.disconnect()
  })
}
