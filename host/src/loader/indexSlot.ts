/** The storage key of the last verified index for a host. */
export const indexSlot = (host: string) => `@portico/release-index/${host}`
