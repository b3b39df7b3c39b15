export interface IntentHandlers {
  /** The visitor points at a Portico element or focuses one. */
  onIntent?: (() => void) | undefined
  onPress(view: string | undefined): void
}

/**
 * An element of the page opens the modal when it has `data-portico`, which holds a view's name or nothing. Listens for
 * the whole page, so that elements added later work too. `key` is the modal's `storageKey`: elements with
 * another `data-portico-key` are not ours.
 */
export function watchIntent(key: string, { onIntent, onPress }: IntentHandlers): () => void {
  const life = new AbortController()
  const ours = (event: Event) => {
    // The path sees into open shadow roots: a button inside the site's own component counts.
    const element = (event.composedPath()[0] as Element).closest?.<HTMLElement>('[data-portico]')
    return (element?.dataset.porticoKey ?? '') === key ? element : undefined
  }
  const listen = (type: string, handle: (event: Event) => void) =>
    document.addEventListener(type, handle, { signal: life.signal, passive: true })
  if (onIntent)
    for (const type of ['pointerover', 'pointerdown', 'focusin']) listen(type, (event) => ours(event) && onIntent())
  listen('click', (event) => {
    const element = ours(event)
    if (element) onPress(element.dataset.portico || undefined)
  })
  return () => life.abort()
}

/** After the page has loaded, when it has nothing else to do. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  const idle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 200))
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
