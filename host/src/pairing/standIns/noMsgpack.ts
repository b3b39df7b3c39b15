/** Replaces `@msgpack/msgpack`, which the client needs only to send the relay hashes of Algorand transactions. */
const refuse = (): never => {
  throw new Error('there is no MessagePack')
}
export const encode = refuse
export const decode = refuse
