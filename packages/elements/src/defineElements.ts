import { AccountButton, ConnectButton, NetworkButton } from './faces.ts'
import type { Labels } from './labels.ts'
import { attach, type ElementsModal } from './modal.ts'

export interface ElementsOptions {
  /** For a second modal on the page: its `storageKey`. Elements with the same `data-portico-key` belong to it. */
  readonly key?: string
  /** The words, in the page's language. */
  readonly labels?: Partial<Labels>
}

/** A constructor can be registered under one name only. */
const ELEMENTS = {
  button: () => class extends AccountButton {},
  'account-button': () => class extends AccountButton {},
  'connect-button': () => class extends ConnectButton {},
  'network-button': () => class extends NetworkButton {},
}

/**
 * Makes `<appkit-button>`, `<appkit-connect-button>`, `<appkit-account-button>` and `<appkit-network-button>`, and the same
 * with `w3m-`, buttons of this modal (public-api.md §9). Attributes: `disabled`, `label`, `loadingLabel`, `namespace`,
 * `balance="hide"`, `charsStart`, `charsEnd`, `size="sm"`. A name that the page has taken already is left to it; on a server
 * nothing happens. The undo leaves the elements where they are, without a modal.
 */
export function defineElements(modal: ElementsModal, { key = '', labels = {} }: ElementsOptions = {}): () => void {
  if (!globalThis.customElements) return () => {}
  for (const prefix of ['appkit', 'w3m']) {
    for (const [name, define] of Object.entries(ELEMENTS)) {
      if (!customElements.get(`${prefix}-${name}`)) customElements.define(`${prefix}-${name}`, define())
    }
  }
  return attach(key, { modal, labels })
}
