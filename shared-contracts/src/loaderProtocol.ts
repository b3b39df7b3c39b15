/** The protocol between a loader and a shell; a shell of another protocol is never started. */
export const LOADER_PROTOCOL = 2

/** The longest release index that is read. */
export const RELEASE_INDEX_MAX_BYTES = 1_000_000
