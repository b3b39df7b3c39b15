import { POINTER_DWELL_MS, type Visibility } from './visibility.ts'

export interface Pressing {
  readonly document: Document
  readonly button: HTMLElement
  readonly visibility: Visibility
  readonly onPress: () => void
  /** Whether an event comes from the browser; a script's own events do not count. */
  readonly isReal?: (event: Event) => boolean
  readonly now?: () => number
}

const KEYS = ['Enter', ' ']

/**
 * Calls back when a person has pressed the button: down and up on it, by the same pointer or key, both trusted by the
 * browser, and with everything in sight throughout.
 * @returns a function that stops watching
 */
export function watchPress({
  document,
  button,
  visibility,
  onPress,
  isReal = ({ isTrusted }) => isTrusted,
  now = Date.now,
}: Pressing): () => void {
  const life = new AbortController()
  let down: { readonly by: string; readonly epoch: number } | undefined
  let enteredAt: number | undefined

  const begin = (by: string) => {
    const epoch = visibility.armed()
    down = epoch === undefined ? undefined : { by, epoch }
  }
  const end = (by: string) => {
    const isWhole = down !== undefined && down.by === by && down.epoch === visibility.armed()
    down = undefined
    if (isWhole) onPress()
  }
  /** A mouse has to be over the frame for a while before it presses. A finger is nowhere before it presses. */
  const isSettled = ({ pointerType }: PointerEvent) =>
    pointerType !== 'mouse' || (enteredAt !== undefined && now() - enteredAt >= POINTER_DWELL_MS)

  function on<Name extends keyof HTMLElementEventMap>(
    target: Document | HTMLElement,
    name: Name,
    hear: (event: HTMLElementEventMap[Name]) => void,
  ): void {
    target.addEventListener(name, (event) => hear(event as HTMLElementEventMap[Name]), { signal: life.signal })
  }

  const enter = ({ pointerType, relatedTarget }: PointerEvent) => {
    // The mouse was outside the frame before: perhaps the frame has moved under it.
    if (pointerType === 'mouse' && relatedTarget === null) enteredAt = now()
  }
  on(document, 'pointerover', enter)
  on(document, 'pointermove', (event) => {
    if (event.pointerType === 'mouse') enteredAt ??= now()
  })
  on(button, 'pointerdown', (event) => {
    down = undefined
    if (isReal(event) && event.isPrimary && event.button === 0 && isSettled(event)) begin(`pointer ${event.pointerId}`)
  })
  on(button, 'pointerup', (event) => {
    if (isReal(event) && event.button === 0) end(`pointer ${event.pointerId}`)
    else down = undefined
  })
  on(document, 'pointercancel', () => {
    down = undefined
  })
  on(button, 'pointerleave', () => {
    down = undefined
  })
  on(button, 'keydown', (event) => {
    if (!KEYS.includes(event.key)) return
    // Otherwise the browser turns the key into a click at once.
    event.preventDefault()
    if (event.repeat) return
    if (isReal(event)) begin(`key ${event.key}`)
  })
  on(button, 'keyup', (event) => {
    if (!KEYS.includes(event.key)) return
    event.preventDefault()
    if (isReal(event)) end(`key ${event.key}`)
  })
  on(button, 'blur', () => {
    down = undefined
  })
  on(button, 'click', (event) => {
    // Screen readers press with neither pointer nor key. Other clicks are handled above.
    const { pointerId, detail } = event as PointerEvent
    if (!isReal(event) || detail !== 0 || (pointerId ?? -1) >= 0) return
    begin('assistive')
    end('assistive')
  })
  return () => life.abort()
}
