import { type Account, type ChainNamespace, selectAccount, selectConnection, type ViewName } from '@portico/contracts'
import { within } from './async/within.ts'
import { liveConnections } from './connections/liveConnections.ts'
import { isMultiWallet } from './connections/situation.ts'
import { snackShown } from './feedbackSlice.ts'
import type { Releases } from './releases/createReleases.ts'
import { CONNECTING_VIEWS } from './router/connectingViews.ts'
import type { HostCommands } from './router/createCommands.ts'
import { opened, selectCurrentEntry } from './router/routerSlice.ts'
import { selectIsShown } from './router/selectIsShown.ts'
import { selectIsCapturing, selectWantsCapture } from './siwx/siwxSlice.ts'
import type { RootState, ShellStore } from './store.ts'

/** So long a visitor who has just connected waits for the view that asks for an address. */
const CAPTURE_WAIT_MS = 10_000

export interface Arrival {
  /** Whoever has just connected goes where that leads: back to the page, or with several wallets to their list. */
  arrive(account: Account): void
  /** Settles when it is known whether visitors are asked for an e-mail address, or has not become known soon. */
  captureKnown(): Promise<void>
  /** The same as `arrive`, by way of the view that asks for an address where the configuration wants one. */
  arriveByCapture(account: Account): void
}

interface Surroundings {
  readonly store: ShellStore
  readonly present: (view: ViewName) => void
  /** What the lifecycle is started with. */
  readonly parts: () => { readonly commands: HostCommands; readonly releases: Releases } | undefined
}

/** With several wallets: whether one is connected beside the one that has just been, or the session that it came with. */
function hasOtherWallets(state: RootState, { namespace, connectorId }: Account): boolean {
  const { session } = selectConnection(state, namespace) ?? {}
  return (
    isMultiWallet(state) &&
    (Object.keys(state.connections.families) as ChainNamespace[]).some((family) =>
      liveConnections(state, family).some((live) =>
        session === undefined ? live.connectorId !== connectorId : live.session !== session,
      ),
    )
  )
}

/** Where a visitor goes who has just connected. */
export function createArrival({ store, present, parts }: Surroundings): Arrival {
  function arrive(account: Account): void {
    if (hasOtherWallets(store.getState(), account)) {
      // What led here has been done: Back closes the window.
      store.dispatch(opened({ view: 'ProfileWallets' }))
      store.dispatch(snackShown({ variant: 'success', key: 'host.profile.added' }))
    } else parts()?.commands.close()
  }

  async function captureKnown(): Promise<void> {
    const state = store.getState()
    if (!selectWantsCapture(state) || selectIsCapturing(state)) return
    await within(parts()?.releases.complete(), CAPTURE_WAIT_MS, () => {})
  }

  /** A wallet may have said yes before the view has been found. */
  async function captureFirst(account: Account): Promise<void> {
    await captureKnown()
    const state = store.getState()
    const isStillHere = selectAccount(state)?.caipAddress === account.caipAddress && selectIsShown(state)
    if (!isStillHere || !CONNECTING_VIEWS.includes(selectCurrentEntry(state).view)) return
    if (selectIsCapturing(state)) present('DataCapture')
    else arrive(account)
  }

  return {
    arrive,
    captureKnown,
    arriveByCapture(account) {
      if (selectWantsCapture(store.getState())) void captureFirst(account)
      else arrive(account)
    },
  }
}
