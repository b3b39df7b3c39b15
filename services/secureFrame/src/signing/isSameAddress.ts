const EVM = /^0x[\da-f]{40}$/i

/** Whether both are one address. Only EVM addresses may differ in letter case. */
export const isSameAddress = (one: unknown, other: string): boolean =>
  one === other || (typeof one === 'string' && EVM.test(one) && one.toLowerCase() === other.toLowerCase())
