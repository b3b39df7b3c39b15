import { selectAccount, selectActiveNetwork } from '@portico/contracts'
import type { Part } from '../modalShell.ts'
import { selectCurrentEntry, viewReplaced, viewsWithdrawn } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { RootState } from '../store.ts'

/** Whether the visitor must switch from an unsupported network (rules.md §4); never in basic mode. */
export function selectMustSwitch(state: RootState): boolean {
  const { enableNetworkSwitch, allowUnsupportedChain, basic } = selectOptions(state)
  const isUnsupported = selectAccount(state) !== undefined && !selectActiveNetwork(state)
  return isUnsupported && enableNetworkSwitch && !allowUnsupportedChain && !basic
}

/** Shows `UnsupportedChain` when the wallet moves to an unsupported network, and leaves it when the wallet returns. */
export const watchSupportedNetwork: Part = ({ store, commands, opening }) => {
  function changed(mustSwitch: boolean): void {
    const { view } = selectCurrentEntry(store.getState())
    if (!mustSwitch) {
      if (view === 'UnsupportedChain') commands.back()
      else store.dispatch(viewsWithdrawn(['UnsupportedChain'], opening.landing()))
    } else if (view === 'ConnectingExternal') {
      // The current view is replaced, so that Back does not return to it.
      store.dispatch(viewReplaced({ view: 'UnsupportedChain' }))
    } else if (selectIsShown(store.getState())) opening.paint({ view: 'UnsupportedChain' })
    else opening.present('UnsupportedChain')
  }

  let was = selectMustSwitch(store.getState())
  return store.subscribe(() => {
    const mustSwitch = selectMustSwitch(store.getState())
    if (mustSwitch === was) return
    was = mustSwitch
    changed(mustSwitch)
  })
}
