import type { CaipNetworkId, Network, NetworksState } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export const networksSlice = createSlice({
  name: 'networks',
  initialState: { list: [], chosenId: 'eip155:1' } as NetworksState,
  reducers: {
    networksRead: (
      _,
      { payload }: PayloadAction<{ list: readonly Network[]; chosenId: CaipNetworkId }>,
    ): NetworksState => payload,
    networkChosen: (state, { payload }: PayloadAction<CaipNetworkId>): NetworksState => ({
      ...state,
      chosenId: payload,
    }),
  },
})

export const { networksRead, networkChosen } = networksSlice.actions
