/**
 * Replaces `@walletconnect/keyvaluestorage` (IndexedDB and its dependencies), because we give the client our own
 * storage.
 */
export default class NoKeyValueStorage {
  constructor() {
    throw new Error('pairing has a storage of its own')
  }
}
