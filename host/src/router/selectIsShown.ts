import { type SettingsState, selectOptions } from '../settingsSlice.ts'
import { type RouterState, selectIsOpen } from './routerSlice.ts'

/** Whether a visitor sees the modal: while it is open, and always where it is embedded in the page. */
export const selectIsShown = (state: { readonly router: RouterState; readonly settings: SettingsState }): boolean =>
  selectIsOpen(state) || selectOptions(state).enableEmbedded
