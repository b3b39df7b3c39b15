/** `ResizeObserver` can be missing. Each window uses its own, because an observer pauses along with its window. */
type Sized = Window & { readonly ResizeObserver?: typeof ResizeObserver }

/** Calls back when the window or an element may have changed size. @returns a function that stops watching */
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
