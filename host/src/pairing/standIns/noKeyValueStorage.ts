/** Stands in for `@walletconnect/keyvaluestorage` (IndexedDB and what it takes): the client is given our own storage. */
export default class NoKeyValueStorage {
  constructor() {
    throw new Error('pairing has a storage of its own')
  }
}
