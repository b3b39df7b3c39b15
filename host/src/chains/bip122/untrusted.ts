import { safely } from '../announced.ts'

/** One field of a wallet's answer. Reading it from a proxy may throw: then the field counts as absent. */
export const field = (from: unknown, name: string): unknown =>
  safely(() =>
    (typeof from === 'object' && from !== null) || typeof from === 'function'
      ? (from as Record<string, unknown>)[name]
      : undefined,
  )

/** A list of at most `max` entries; anything else becomes an empty list. */
export function list(value: unknown, max = 100): readonly unknown[] {
  return safely(() => (Array.isArray(value) ? value.slice(0, max) : undefined)) ?? []
}

const TEXT_MAX = 200

/** A short text, or undefined. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX ? value : undefined

export type Ask = (...params: readonly unknown[]) => unknown

/** The method with this name, bound to its object; undefined if the object has no such method. */
export function method(of: unknown, name: string): Ask | undefined {
  const found = field(of, name)
  return typeof found === 'function' ? (...params) => Reflect.apply(found, of, params) : undefined
}

/** @throws Error when the wallet has no such method */
export async function ask(of: unknown, name: string, ...params: readonly unknown[]): Promise<unknown> {
  const run = method(of, name)
  if (!run) throw new Error(`the wallet has no ${name}`)
  return run(...params)
}
