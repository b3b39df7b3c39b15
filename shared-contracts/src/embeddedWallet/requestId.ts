const ID_BYTES = 16

/** 128 random bits in hex. Other clients use about six characters of `Math.random`, which another window can guess. */
export const createRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
