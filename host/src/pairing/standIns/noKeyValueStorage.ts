/** Replaces `@walletconnect/keyvaluestorage` (IndexedDB and its dependencies), because the client uses our storage. */
export default class NoKeyValueStorage {
  constructor() {
    throw new Error('pairing has a storage of its own')
  }
}
