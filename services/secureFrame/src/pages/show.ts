/** Finds an element by its id; our own pages always have it. */
export function part(page: Document, id: string): HTMLElement {
  const found = page.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}.`)
  return found
}

/** Shows a status text where people and screen readers look for it. */
export function say(page: Document, text: string): void {
  part(page, 'status').textContent = text
}
