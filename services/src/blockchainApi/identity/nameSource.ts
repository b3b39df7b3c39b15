export interface FoundName {
  readonly name: string
  /** The address of a picture chosen by the owner, and therefore untrusted. */
  readonly avatar?: string | undefined
}

/** Finds an address's name in the service's own register or in ENS. */
export interface NameSource {
  /**
   * Finds only names that belong to the address.
   * @throws ServiceError `upstream.unavailable`
   */
  find(address: string): Promise<FoundName | undefined>
}
