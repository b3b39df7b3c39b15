export const isEvmAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)

/** Whether the two are the same address. Only EVM addresses can differ in letter case. */
export const isSameAddress = (one: unknown, other: string): boolean =>
  one === other || (isEvmAddress(one) && one.toLowerCase() === other.toLowerCase())
