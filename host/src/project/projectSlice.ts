import type { ProjectConfig, RemoteSwitch } from '@portico/contracts/services/projectConfig'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { ALL_OFF, type Features } from './features.ts'

export interface ProjectState {
  readonly features: Features
  /** Which version of which remote this project asks for. */
  readonly switches: Readonly<Record<string, RemoteSwitch>>
  /** What the project says of time zones; absent: nothing. */
  readonly restrictedTimeZones?: readonly string[] | undefined
  /** It counts from the next open; the time zones that it restricts do at once. */
  readonly heldBack?: ProjectConfig | undefined
  /** Where the features come from: a fresh or kept configuration, or the site's own options. */
  readonly source: 'none' | 'local' | 'kept' | 'fresh'
  /** The embedded wallet's frame does not let this page in. Not there as long as nobody knows. */
  readonly isFrameRefused?: true
}

export const projectSlice = createSlice({
  name: 'project',
  initialState: { features: ALL_OFF, switches: {}, source: 'none' } as ProjectState,
  reducers: {
    featuresResolved: (
      state,
      {
        payload,
      }: PayloadAction<{
        features: Features
        switches: ProjectConfig['remotes'] | undefined
        restrictedTimeZones?: ProjectState['restrictedTimeZones']
        heldBack?: ProjectState['heldBack']
        source: ProjectState['source']
      }>,
    ): ProjectState => ({
      ...state,
      heldBack: undefined,
      ...payload,
      switches: payload.switches ?? {},
    }),
    frameRefused: (state): ProjectState => ({ ...state, isFrameRefused: true }),
  },
})

export const { featuresResolved, frameRefused } = projectSlice.actions
