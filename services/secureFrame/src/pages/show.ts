import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'

/** What a page of the secure site runs on. */
export interface Surroundings {
  readonly window: Window
  /** Undefined if the server sent none. */
  readonly settings: SecureSiteSettings | undefined
  readonly fetch?: typeof fetch
}

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
