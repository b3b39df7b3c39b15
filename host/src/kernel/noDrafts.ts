/**
 * What stands in the shell where the toolkit imports `immer` (rspack.config.ts). Every reducer of the host answers with a new
 * state and never writes to the one that it is given, so drafts would be 3 kB for nothing on the way to the list. What is
 * kept of immer: the state is frozen, all the way down, also for pages that are handed a part of it, and a reducer that
 * writes to it all the same throws. Remotes have a toolkit of their own, with immer.
 */

/** What is frozen: plain objects and lists. */
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

/** The state that a reducer answers with; the same one where it answers with nothing. */
export function produce<T>(state: T, reduce: (state: T) => T | undefined): T {
  const next = reduce(freeze(state))
  return next === undefined ? state : freeze(next)
}

/** There are no drafts. */
export const isDraft = (): boolean => false
export const current = <T>(value: T): T => value
export const original = current
