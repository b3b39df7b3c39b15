/** Stands in for `@msgpack/msgpack`, which the client would need to tell the relay the hashes of Algorand transactions. */
const refuse = (): never => {
  throw new Error('there is no MessagePack')
}
export const encode = refuse
export const decode = refuse
