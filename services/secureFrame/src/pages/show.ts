/** An element by its id; the pages are ours, and it is there. */
export function part(page: Document, id: string): HTMLElement {
  const found = page.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}.`)
  return found
}

/** Says something where people and screen readers look for it. */
export function say(page: Document, text: string): void {
  part(page, 'status').textContent = text
}
