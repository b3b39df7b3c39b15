/** The storage key of the last verified index, one per host. */
export const indexSlot = (host: string) => `@portico/release-index/${host}`
