/** Replaces `@msgpack/msgpack`, which the client needs only to send hashes of Algorand transactions to the relay. */
const refuse = (): never => {
  throw new Error('there is no MessagePack')
}
export const encode = refuse
export const decode = refuse
