import {
  type HostState,
  type RemoteId,
  type RemotesOn,
  type SlotEntries,
  selectActiveNamespace,
} from '../../src/index.ts'

/** The remotes with which an account can be topped up. The quicker way comes first. */
const WAYS: readonly RemoteId[] = ['onramp', 'receive']

type Action = SlotEntries['account.actions']

export type TopUpWay = Pick<Action, 'label' | 'icon' | 'view'> & { readonly remoteId: RemoteId }

const NONE: readonly TopUpWay[] = []
const known = new WeakMap<RemotesOn['byId'], Map<string, readonly TopUpWay[]>>()

/**
 * The features with which the active account can be topped up: those that the account's view offers in the account's
 * chain family. The list is the same object while nothing changes.
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
