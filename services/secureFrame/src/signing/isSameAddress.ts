export const isEvmAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)

/** Whether both are one address. Only EVM addresses may differ in letter case. */
export const isSameAddress = (one: unknown, other: string): boolean =>
  one === other || (isEvmAddress(one) && one.toLowerCase() === other.toLowerCase())
