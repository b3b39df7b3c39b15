import type { ProjectConfig, RemoteSwitch } from '@portico/contracts/services/projectConfig'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { ALL_OFF, type ResolvedFeatures } from './features.ts'

export interface ProjectState {
  readonly features: ResolvedFeatures['features']
  readonly others?: ResolvedFeatures['others']
  /** The remote versions that this project requests. */
  readonly switches: Readonly<Record<string, RemoteSwitch>>
  /** The project's restricted time zones; if absent, the default ones apply. */
  readonly restrictedTimeZones?: readonly string[] | undefined
  /** The percentage of page loads that report the health of remotes. */
  readonly healthPercent?: number | undefined
  /** A configuration that applies from the next opening on; only its restricted time zones apply at once. */
  readonly heldBack?: ProjectConfig | undefined
  /** The source of the features: a fresh or stored configuration, or the site's own options. */
  readonly source: 'none' | 'local' | 'kept' | 'fresh'
  /** Whether the embedded wallet's frame refuses this page; absent while unknown. */
  readonly isFrameRefused?: true
}

type Resolution = Omit<ProjectState, 'switches' | 'isFrameRefused'> & { switches: ProjectConfig['remotes'] | undefined }

export const projectSlice = createSlice({
  name: 'project',
  initialState: { features: ALL_OFF, switches: {}, source: 'none' } as ProjectState,
  reducers: {
    featuresResolved: (state, { payload }: PayloadAction<Resolution>): ProjectState => ({
      ...state,
      heldBack: undefined,
      ...payload,
      switches: payload.switches ?? {},
    }),
    frameRefused: (state): ProjectState => ({ ...state, isFrameRefused: true }),
  },
})

export const { featuresResolved, frameRefused } = projectSlice.actions
