import { MODAL_WIDTH_PX } from '@portico/contracts'

/** secure-frame.md §14. */
const FRAME_HEIGHT_PX = 600
/** The height of our window's header (`--w-header-height`); the header of secure-frame.md §14 is 64 px high. */
const HEADER_HEIGHT_PX = 56
const PHONE_WIDTH_MAX_PX = 430
/** The handle and edge of the sheet on a phone, and its share of the page's height (ModalFrame.css). */
const SHEET_REST_PX = 13
const SHEET_MAX = 0.92
/** The edge and margin of the card on a desktop. */
const CARD_REST_PX = 34
/** By this time, the view of an embedded modal has reached its final place. */
const EMBEDDED_WAIT_MS = 300

export const isPhoneWide = (): boolean => document.body.clientWidth <= PHONE_WIDTH_MAX_PX

/** At most the 600 px of secure-frame.md §14; less if the frame would be partly hidden, or would cover the header. */
export function frameHeightPx(isEmbedded = false): number {
  const sheet = innerHeight * SHEET_MAX - SHEET_REST_PX - HEADER_HEIGHT_PX
  const card = innerHeight - CARD_REST_PX - HEADER_HEIGHT_PX
  const room = isEmbedded ? innerHeight : isPhoneWide() ? sheet : card
  return Math.floor(Math.min(FRAME_HEIGHT_PX, room))
}

/** Keeps the frame over `place` when the page is resized; in an embedded modal, the frame fills `place` exactly. */
export function placeFrame(frame: HTMLElement, place: HTMLElement, isEmbedded: boolean, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasFound = false

  function fillPlace(): void {
    // Any part of the page may have made the request, which can be approved only where the frame is fully visible.
    if (!wasFound) place.scrollIntoView?.({ block: 'nearest' })
    wasFound = true
    const { left, top, width, height } = place.getBoundingClientRect()
    const sides = { left, top, width, height }
    // In whole pixels, because browsers report a frame with fractional edges as covered.
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

  // Transparent until it is placed, instead of hidden, because a hidden frame could not take the focus.
  if (isEmbedded) frame.style.opacity = '0'
  put()
  addEventListener('resize', put, { signal })
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(put)
  observer?.observe(document.body)
  // An embedded modal scrolls with the page.
  if (isEmbedded) addEventListener('scroll', fillPlace, { signal, capture: true, passive: true })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    frame.style.opacity = ''
    observer?.disconnect()
  })
}
