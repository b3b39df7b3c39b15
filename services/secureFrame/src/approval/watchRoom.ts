/** A window of a browser that may have no `ResizeObserver`; its own counts, as another window's is not told while that rests. */
type Sized = Window & { readonly ResizeObserver?: typeof ResizeObserver }

/**
 * Calls back whenever the window or one of the elements may have another size.
 * @returns stops it
 */
export function watchRoom(window: Window, elements: readonly Element[], onChange: () => void): () => void {
  const { ResizeObserver: Observer } = window as Sized
  const observer = Observer && new Observer(onChange)
  for (const element of elements) observer?.observe(element)
  window.addEventListener('resize', onChange)
  return () => {
    observer?.disconnect()
    window.removeEventListener('resize', onChange)
  }
}
