import { isRecord } from '../isRecord.ts'
import { visibleText } from '../visibleText.ts'

export interface Member {
  readonly name: string
  readonly type: string
}
export type Types = ReadonlyMap<string, readonly Member[]>

export const DOMAIN = 'EIP712Domain'

/** Rejects names that would change the meaning of the declaration when it is written out (EIP-712 `encodeType`). */
const isName = (name: unknown): name is string =>
  typeof name === 'string' && /^[^\s()[\],]{1,128}$/u.test(name) && !visibleText(name).hasHidden

const isSize = (bits: string, step: number, max: number) =>
  /^[1-9]\d{0,2}$/.test(bits) && Number(bits) % step === 0 && Number(bits) <= max

/** EIP-712's atomic and dynamic types. `uint` without a size is not among them. */
export function isSimple(type: string): boolean {
  const [, base = '', size = ''] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  if (base === 'uint' || base === 'int') return isSize(size, 8, 256)
  if (base === 'bytes' && size) return isSize(size, 1, 32)
  return !size && ['address', 'bool', 'bytes', 'string'].includes(base)
}

/** A list's element type and its length if fixed: `Person[][2]` is two lists of `Person`. Undefined for other types. */
export function elementOf(type: string): { element: string; length?: number } | undefined {
  const match = /^(.+)\[(\d{0,5})\]$/.exec(type)
  if (!match) return undefined
  const [, element = '', length] = match
  return length ? { element, length: Number(length) } : { element }
}

export const baseOf = (type: string): string => type.replace(/(?:\[\d{0,5}\])*$/, '')

/** Undefined when a type's declaration is ambiguous or unreadable. */
export function readTypes(source: unknown): Types | undefined {
  if (!isRecord(source)) return undefined
  const types = new Map<string, readonly Member[]>()
  for (const [name, members] of Object.entries(source)) {
    if (!isName(name) || isSimple(name) || !Array.isArray(members)) return undefined
    const read = members.map((member): Member | undefined =>
      isRecord(member) && isName(member.name) && typeof member.type === 'string' && isName(baseOf(member.type))
        ? { name: member.name, type: member.type }
        : undefined,
    )
    const whole = read.filter((member) => member !== undefined)
    if (whole.length < members.length || new Set(whole.map((member) => member.name)).size < whole.length)
      return undefined
    types.set(name, whole)
  }
  const isKnown = ({ type }: Member) => isSimple(baseOf(type)) || types.has(baseOf(type))
  return [...types.values()].every((members) => members.every(isKnown)) ? types : undefined
}

/** A type and all types that it consists of, in canonical form (EIP-712 `encodeType`). */
export function encodeType(types: Types, name: string): string {
  const found = new Set<string>()
  const collect = (type: string) => {
    if (found.has(type) || !types.has(type)) return
    found.add(type)
    for (const member of types.get(type) ?? []) collect(baseOf(member.type))
  }
  collect(name)
  found.delete(name)
  return [name, ...[...found].sort()]
    .map((type) => `${type}(${(types.get(type) ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`)
    .join('')
}

/**
 * Whether a type contains only texts and booleans, so that reading them reveals everything. Addresses, numbers and
 * bytes may be tokens, amounts, spenders, or the hash of something that is not shown.
 */
export function saysOnlyTexts(types: Types, name: string, seen: readonly string[] = []): boolean {
  if (seen.includes(name)) return true
  return (types.get(name) ?? []).every(({ type }) => {
    const base = baseOf(type)
    return types.has(base) ? saysOnlyTexts(types, base, [...seen, name]) : base === 'string' || base === 'bool'
  })
}
