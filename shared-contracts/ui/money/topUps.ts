import { type FilledSlot, fillSlot, type HostState, type RemotesOn, selectActiveNamespace } from '../../src/index.ts'

export type TopUpWay = FilledSlot<'account.topUps'>

const NONE: readonly TopUpWay[] = []
const known = new WeakMap<RemotesOn['byId'], Map<string, readonly TopUpWay[]>>()

/**
 * The ways to top up the active account, in its chain family, that enabled features offer. The list is the same object
 * while nothing changes.
 */
export function selectTopUps(state: HostState): readonly TopUpWay[] {
  if (!state.remotes) return NONE
  const { byId } = state.remotes
  const namespace = selectActiveNamespace(state)
  const before = known.get(byId) ?? new Map<string, readonly TopUpWay[]>()
  const found = before.get(namespace)
  if (found) return found
  const ways = fillSlot(byId, 'account.topUps', namespace)
  known.set(byId, before.set(namespace, ways))
  return ways
}
