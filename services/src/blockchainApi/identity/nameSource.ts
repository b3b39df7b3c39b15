export interface FoundName {
  readonly name: string
  /** A picture chosen by the owner: untrusted. */
  readonly avatar?: string | undefined
}

/** Finds the name of an address. Two implementations: our own register, and ENS. */
export interface NameSource {
  /**
   * Only names that lead back to the address.
   * @throws ServiceError `upstream.unavailable`
   */
  find(address: string): Promise<FoundName | undefined>
}
