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
  const listen = (type: string, handle: (dataset: DOMStringMap) => void) =>
    document.addEventListener(
      type,
      (event) => {
        // The path sees into open shadow roots: an element inside the site's own component counts, and so does that one.
        for (const { dataset } of event.composedPath() as HTMLElement[]) {
          if (dataset && 'portico' in dataset) return (dataset.porticoKey ?? '') === key && handle(dataset)
        }
      },
      life,
    )
  if (onIntent) for (const type of ['pointerover', 'focusin']) listen(type, onIntent)
  listen('click', ({ portico }) => onPress(portico || undefined))
  return () => life.abort()
}

/** After the page has loaded, when it has nothing else to do. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  const idle = () => (globalThis.requestIdleCallback ?? setTimeout)(run)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle)
}
