/** 128 random bits as 32 hexadecimal digits. EIP-4361 allows letters and digits only, so no UUID. */
export const randomNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
