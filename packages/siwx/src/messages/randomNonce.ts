/** 128 random bits in hexadecimal. EIP-4361 allows only letters and digits, which rules out a UUID. */
export const randomNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
