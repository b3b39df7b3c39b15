import type { Messages } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ResolvedOptions } from './options/readOptions.ts'

type ThemeVariables = Readonly<Record<string, string | number>>

/** The site's settings that views may need. Plug-ins are not data, and therefore not in the store. */
export interface SettingsState {
  readonly options: ResolvedOptions
  readonly themeMode: 'dark' | 'light'
  readonly themeVariables: ThemeVariables
  readonly locale: string
  /** English texts, replaced by those in the visitor's language once these have loaded. */
  readonly messages: Messages
  readonly isInitialized: boolean
}

export const settingsSlice = createSlice({
  name: 'settings',
  // Empty only until `optionsRead`, which is the first action of every modal.
  initialState: {} as SettingsState,
  reducers: {
    optionsRead: (_, { payload }: PayloadAction<Omit<SettingsState, 'isInitialized'>>): SettingsState => ({
      ...payload,
      isInitialized: false,
    }),
    initialized: (state): SettingsState => ({ ...state, isInitialized: true }),
    themeModeChanged: (state, { payload }: PayloadAction<'dark' | 'light'>): SettingsState => ({
      ...state,
      themeMode: payload,
    }),
    themeVariablesChanged: (state, { payload }: PayloadAction<ThemeVariables>): SettingsState => ({
      ...state,
      themeVariables: { ...state.themeVariables, ...payload },
    }),
    messagesArrived: (state, { payload }: PayloadAction<Messages>): SettingsState => ({
      ...state,
      messages: { ...state.messages, ...payload },
    }),
  },
})

export const { optionsRead, initialized, themeModeChanged, themeVariablesChanged, messagesArrived } =
  settingsSlice.actions

interface WithSettings {
  readonly settings: SettingsState
}
export const selectOptions = (state: WithSettings): ResolvedOptions => state.settings.options
export const selectThemeMode = (state: WithSettings) => state.settings.themeMode
export const selectThemeVariables = (state: WithSettings) => state.settings.themeVariables
export const selectLocale = (state: WithSettings) => state.settings.locale
export const selectHostMessages = (state: WithSettings) => state.settings.messages
