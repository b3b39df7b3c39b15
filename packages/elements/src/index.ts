/** Buttons for a page with a modal, for sites: `defineElements(modal)`, then `<appkit-button></appkit-button>`. */
export { defineElements, type ElementsOptions } from './defineElements.ts'
export type { Labels } from './labels.ts'
export type { ElementsModal } from './modal.ts'
