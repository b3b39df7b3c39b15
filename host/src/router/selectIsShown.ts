import { type SettingsState, selectOptions } from '../settingsSlice.ts'
import { type RouterState, selectIsOpen } from './routerSlice.ts'

/** Whether the modal is visible: while it is open, and always if it is embedded in the page. */
export const selectIsShown = (state: { readonly router: RouterState; readonly settings: SettingsState }): boolean =>
  selectIsOpen(state) || selectOptions(state).enableEmbedded
