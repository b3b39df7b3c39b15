/** Where the last index that verified is kept; one for each host. */
export const indexSlot = (host: string) => `@portico/release-index/${host}`
