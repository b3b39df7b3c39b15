import { type ChainNamespace, selectActiveNamespace, selectConnection, type ViewParams } from '@portico/contracts'
import { adapterOf } from '../connections/adapterOf.ts'
import { connect } from '../connections/connect.ts'
import { establish, networkFor } from '../connections/establish.ts'
import { networkOf } from '../connections/situation.ts'
import { selectCurrentEntry, selectIsOpen, selectStack } from '../router/routerSlice.ts'
import type { RootState } from '../store.ts'
import type { Session } from './session.ts'
import type { EmbeddedSetup } from './setup.ts'
import { AUTH_ID } from './types.ts'

/** The families in which the embedded wallet has accounts. */
const FAMILIES: readonly ChainNamespace[] = ['eip155', 'solana']

interface ConnectContext extends Pick<EmbeddedSetup, 'store' | 'services' | 'commands'> {
  readonly session: Session
}

/** The family that Connect was opened for, for example from the list of the family's wallets. */
function requestedFamily(state: RootState): unknown {
  const connect = selectStack(state).findLast(({ view }) => view === 'Connect')
  return (connect?.params as ViewParams['Connect'])?.namespace
}

/**
 * Connects the signed-in visitor in the requested family, or else in the page's, or else in the first available one;
 * then in the other families, unless they are connected (secure-frame.md §12.5).
 * @throws ModalError as a rejection: what `connect` throws
 */
export async function connectWallet(
  { store, services, commands, session }: ConnectContext,
  signal: AbortSignal,
): Promise<void> {
  const state = () => store.getState()
  const families = FAMILIES.filter(
    (family) => services.adapters[family] && networkOf(state(), services.storage, family) !== undefined,
  )
  const active = selectActiveNamespace(state())
  const wanted = [requestedFamily(state()), active].map((one) => families.find((family) => family === one))
  const namespace = wanted.find(Boolean) ?? families[0] ?? active
  await store.dispatch(connect({ namespace, connectorId: AUTH_ID }, { signal }))
  // A visitor who is already known to the frame comes straight from the first view (views.md §6.2).
  if (selectIsOpen(state()) && selectCurrentEntry(state()).view === 'Connect') commands.replace('Account')

  const others = families.filter((family) => family !== namespace && !selectConnection(state(), family))
  void connectOthers(namespace, others).catch((error) => console.error('[portico]', error))

  async function connectOthers(first: ChainNamespace, rest: readonly ChainNamespace[]): Promise<void> {
    const isStill = () => session.connection(first) !== undefined && !services.life.aborted
    for (const family of rest) {
      // Connects through the family's adapter, which then has the provider and notices when the connection ends.
      const network = networkFor(state(), services.storage, family)
      const connection = await adapterOf(services, family).connect(AUTH_ID, { network })
      if (isStill() && !selectConnection(state(), family)) {
        store.dispatch(establish(family, connection, { method: 'email', staysOnNetwork: true }))
      }
    }
    const id = session.connection(first)?.caipNetworkId
    const home = state().networks.list.find(({ caipNetworkId }) => caipNetworkId === id)
    if (rest.length && home && isStill()) await session.goTo(home)
  }
}
