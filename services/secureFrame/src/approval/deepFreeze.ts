/** Freezes plain data at every depth. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const entry of Object.values(value)) deepFreeze(entry)
  return value
}
