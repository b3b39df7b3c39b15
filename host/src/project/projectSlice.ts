import type { ProjectConfig, RemoteSwitch } from '@portico/contracts/services/projectConfig'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { ALL_OFF, type Features } from './features.ts'

export interface ProjectState {
  readonly features: Features
  /** Which version of which remote this project asks for. */
  readonly switches: Readonly<Record<string, RemoteSwitch>>
  /** Where the features come from: a fresh or kept configuration, or the site's own options. */
  readonly source: 'none' | 'local' | 'kept' | 'fresh'
}

export const projectSlice = createSlice({
  name: 'project',
  initialState: { features: ALL_OFF, switches: {}, source: 'none' } as ProjectState,
  reducers: {
    featuresResolved: (
      _,
      {
        payload,
      }: PayloadAction<{
        features: Features
        switches: ProjectConfig['remotes'] | undefined
        source: ProjectState['source']
      }>,
    ): ProjectState => ({ ...payload, switches: payload.switches ?? {} }),
  },
})

export const { featuresResolved } = projectSlice.actions

interface WithProject {
  readonly project: ProjectState
}
export const selectFeatures = (state: WithProject): Features => state.project.features
