/**
 * Replaces `immer` in the shell's toolkit (rspack.config.ts). Every reducer of the host returns a new state and never
 * mutates the given one, so drafts would be of no use, but would add 3 kB before the list of wallets. As with immer,
 * the state is deeply frozen, including parts that the page gets, so a reducer that mutates it throws. Remotes have
 * their own toolkit, with immer.
 */

/** Whether a value gets frozen: plain objects and arrays. */
export function isDraftable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
}

/** Freezes a value and everything in it that is not frozen yet. */
export function freeze<T>(value: T): T {
  if (!isDraftable(value) || Object.isFrozen(value)) return value
  Object.freeze(value)
  Object.values(value as object).forEach(freeze)
  return value
}

/** The state that a reducer returns, or the given state if the reducer returns nothing. */
export function produce<T>(state: T, reduce: (state: T) => T | undefined): T {
  const next = reduce(freeze(state))
  return next === undefined ? state : freeze(next)
}

/** Always false: there are no drafts. */
export const isDraft = (): boolean => false
export const current = <T>(value: T): T => value
export const original = current
