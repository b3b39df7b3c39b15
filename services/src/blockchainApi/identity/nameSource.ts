export interface FoundName {
  readonly name: string
  /** A picture that its owner has chosen: untrusted. */
  readonly avatar?: string | undefined
}

/** Says what an address is called. Two implementations: our own register, and ENS. */
export interface NameSource {
  /**
   * Only names that lead back to the address.
   * @throws ServiceError `upstream.unavailable`
   */
  find(address: string): Promise<FoundName | undefined>
}
