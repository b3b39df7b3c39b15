/** @throws Error when the page has no such element, which only a mistake of ours can cause */
export function byTestId(id: string): HTMLElement {
  const element = document.querySelector(`[data-testid="${id}"]`)
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no element ${id}.`)
  return element
}

/** Shows why something failed where it was asked for, and keeps the whole of it in the console. */
export function showError(error: unknown) {
  console.error(error)
  const place = byTestId('page-error')
  place.textContent = error instanceof Error ? error.message : String(error)
  place.hidden = false
}
