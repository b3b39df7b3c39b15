import type { CaipNetworkId, Network, NetworksState } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export const networksSlice = createSlice({
  name: 'networks',
  initialState: { list: [], chosenId: 'eip155:1' } as NetworksState,
  reducers: {
    networksRead: (_, { payload }: PayloadAction<NetworksState>): NetworksState => payload,
    /** Adds a network, or replaces the one with the same id. */
    networkAdded: (state, { payload }: PayloadAction<Network>): NetworksState => {
      const others = state.list.filter(({ caipNetworkId }) => caipNetworkId !== payload.caipNetworkId)
      return { ...state, list: [...others, payload] }
    },
    networkRemoved: (state, { payload }: PayloadAction<CaipNetworkId>): NetworksState => ({
      ...state,
      list: state.list.filter(({ caipNetworkId }) => caipNetworkId !== payload),
    }),
    networkChosen: (state, { payload }: PayloadAction<CaipNetworkId>): NetworksState => ({
      ...state,
      chosenId: payload,
    }),
    /** The visitor or the site has asked for this network; the page may still follow a wallet to another one. */
    networkWanted: (state, { payload }: PayloadAction<CaipNetworkId>): NetworksState => ({
      ...state,
      wantedId: payload,
    }),
  },
})

export const { networksRead, networkAdded, networkRemoved, networkChosen, networkWanted } = networksSlice.actions
