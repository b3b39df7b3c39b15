import {
  type HostState,
  type RemoteId,
  type RemotesOn,
  type SlotEntries,
  selectActiveNamespace,
} from '../../src/index.ts'

/** Ways to top up the account, the quicker one first. */
const WAYS: readonly RemoteId[] = ['onramp', 'receive']

type Action = SlotEntries['account.actions']

export type TopUpWay = Pick<Action, 'label' | 'icon' | 'view'> & { readonly remoteId: RemoteId }

const NONE: readonly TopUpWay[] = []
const known = new WeakMap<RemotesOn['byId'], Map<string, readonly TopUpWay[]>>()

/**
 * The features that top up the active account: those that its view offers on its network. The same list while nothing
 * changes.
 */
export function selectTopUps(state: HostState): readonly TopUpWay[] {
  if (!state.remotes) return NONE
  const { byId } = state.remotes
  const namespace = selectActiveNamespace(state)
  const before = known.get(byId) ?? new Map<string, readonly TopUpWay[]>()
  const found = before.get(namespace)
  if (found) return found
  const ways = WAYS.flatMap((remoteId) => {
    const actions = (byId[remoteId]?.static.slots['account.actions'] ?? []) as readonly Action[]
    const action = actions.find(({ namespaces }) => !namespaces || namespaces.includes(namespace))
    return action ? [{ remoteId, label: action.label, icon: action.icon, view: action.view }] : []
  })
  known.set(byId, before.set(namespace, ways))
  return ways
}
