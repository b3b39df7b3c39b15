import { AccountButton, ConnectButton, NetworkButton } from './faces.ts'
import type { Labels } from './labels.ts'
import { attach, type ElementsModal } from './modal.ts'

export interface ElementsOptions {
  /** For a second modal on the page: its `storageKey`. Elements with the same `data-portico-key` belong to it. */
  readonly key?: string
  /** The labels in the page's language. */
  readonly labels?: Partial<Labels>
}

/** A constructor can only be registered under one name. */
const ELEMENTS = {
  button: () => class extends AccountButton {},
  'account-button': () => class extends AccountButton {},
  'connect-button': () => class extends ConnectButton {},
  'network-button': () => class extends NetworkButton {},
}

/**
 * Turns `<appkit-button>`, `<appkit-connect-button>`, `<appkit-account-button>` and `<appkit-network-button>`, also
 * with the prefix `w3m-`, into buttons of this modal (public-api.md §9). Attributes: `disabled`, `label`,
 * `loadingLabel`, `namespace`, `balance="hide"`, `charsStart`, `charsEnd`, `size="sm"`. Names already defined by the
 * page are skipped; on a server nothing happens. The returned function keeps the elements but detaches them from the
 * modal.
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
