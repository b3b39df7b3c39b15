import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'

/** What a page of the secure site needs to run. */
export interface Surroundings {
  readonly window: Window
  /** Undefined if the server sent no settings. */
  readonly settings: SecureSiteSettings | undefined
  readonly fetch?: typeof fetch
}

/** Finds an element by an id that the page always contains. */
export function part(page: Document, id: string): HTMLElement {
  const found = page.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}.`)
  return found
}

/** Shows a status text where people and screen readers look for it. */
export function say(page: Document, text: string): void {
  part(page, 'status').textContent = text
}
