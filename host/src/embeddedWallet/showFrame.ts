import { MODAL_SHAKE_MS } from '@portico/contracts'
import { inTime } from '../async/within.ts'
import { selectShakes } from '../feedbackSlice.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { ShellStore } from '../store.ts'
import { isPhoneWide, placeFrame } from './placeFrame.ts'

/** A live frame confirms its theme within this time; after that, the frame is shown with the theme it has. */
const THEME_WAIT_MS = 3_000
const SHOW_MS = 200

/** In the document, because the frame is outside our shadow root; the names are those of the protocol. */
const KEYFRAMES = `
@keyframes w3m-shake {
  0%, 100% { transform: none; }
  20%, 60% { transform: translateX(3px); }
  40%, 80% { transform: translateX(-3px); }
}
@keyframes w3m-iframe-zoom-in {
  from { transform: translateY(50px); opacity: 0; }
}
@keyframes w3m-iframe-zoom-in-mobile {
  from { transform: scale(0.95); opacity: 0; }
}`

/** Adds the keyframes to the document. Returns a function that removes them. */
function adoptKeyframes(): () => void {
  if (!('adoptedStyleSheets' in document)) return () => {}
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(KEYFRAMES)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }
}

interface ShowFrameSetup {
  readonly element: HTMLElement
  /** The space in the view that the frame fills. */
  readonly place: HTMLElement
  readonly store: ShellStore
  /** Sends the page's theme to the frame. */
  theme(): Promise<void>
}

/** Shows the frame over the view until `signal` aborts (secure-frame.md §14). */
export async function showFrame({ element, place, store, theme }: ShowFrameSetup, signal: AbortSignal): Promise<void> {
  await inTime(theme(), THEME_WAIT_MS).catch(() => {})
  if (signal.aborted) return
  const { style } = element
  const isStill = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
  const removeKeyframes = adoptKeyframes()
  let shaking: ReturnType<typeof setTimeout> | undefined
  const animate = (animation: string) => {
    style.animation = isStill ? 'none' : animation
  }

  let shakes = selectShakes(store.getState())
  const unsubscribe = store.subscribe(() => {
    const now = selectShakes(store.getState())
    if (now === shakes) return
    shakes = now
    animate(`w3m-shake ${MODAL_SHAKE_MS}ms`)
    clearTimeout(shaking)
    shaking = setTimeout(() => animate('none'), MODAL_SHAKE_MS)
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    clearTimeout(shaking)
    style.display = 'none'
    style.animation = 'none'
    removeKeyframes()
  })

  const { enableEmbedded } = selectOptions(store.getState())
  placeFrame(element, place, enableEmbedded, signal)
  const radius = getComputedStyle(place).getPropertyValue('--w-radius-frame').trim() || '0px'
  style.borderRadius = `0 0 ${radius} ${radius}`
  style.display = 'block'
  animate(`${isPhoneWide() ? 'w3m-iframe-zoom-in-mobile' : 'w3m-iframe-zoom-in'} ${SHOW_MS}ms ease-out`)
  element.focus({ preventScroll: true })
}
