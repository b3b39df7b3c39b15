/** @throws Error when the page has no such element, which is a bug */
export function byTestId(id: string): HTMLElement {
  const element = document.querySelector(`[data-testid="${id}"]`)
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no element ${id}.`)
  return element
}

/** Shows an error's reason on the page and logs the whole error. */
export function showError(error: unknown) {
  console.error(error)
  const place = byTestId('page-error')
  place.textContent = error instanceof Error ? error.message : String(error)
  place.hidden = false
}
