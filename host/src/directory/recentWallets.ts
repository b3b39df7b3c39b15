import { RECENT_WALLETS_MAX } from '@portico/contracts'
import type { PlainThunk } from '../connections/situation.ts'
import { directoryChanged, selectWallet, walletsOf } from './directorySlice.ts'
import { readKeptWallets } from './readWallets.ts'

/** Restores the recently used wallets of an earlier visit. */
export const restoreKept =
  (): PlainThunk<void> =>
  (dispatch, getState, { storage }) => {
    const kept = (storage.read('recentWallets') ?? []).slice(0, RECENT_WALLETS_MAX)
    const { recent } = getState().directory
    // Wallets that are already in the state are newer than stored ones.
    const heard = readKeptWallets(kept).filter(({ id }) => !selectWallet(getState(), id))
    dispatch(directoryChanged({ heard }))
    const known = kept.filter(({ id }) => selectWallet(getState(), id))
    const ids = new Set([...recent, ...known.map(({ id }) => id)])
    dispatch(directoryChanged({ recent: [...ids].slice(0, RECENT_WALLETS_MAX) }))
  }

/** Puts a wallet that was just used first, in this visit and the next one. */
export const remember =
  (walletId: string, max: number): PlainThunk<void> =>
  (dispatch, getState, { storage }) => {
    const { directory } = getState()
    const wallet = selectWallet(getState(), walletId)
    if (!wallet) return
    const others = directory.recent.filter((id) => id !== walletId)
    // Another tab may have stored wallets that are unknown to this one.
    const kept = (storage.read('recentWallets') ?? walletsOf(directory, others)).filter(({ id }) => id !== walletId)
    storage.write('recentWallets', [wallet, ...kept].slice(0, max))
    dispatch(directoryChanged({ recent: [walletId, ...others].slice(0, max) }))
  }
