/** The version of the protocol between loader and shell. The loader never starts a shell with another version. */
export const LOADER_PROTOCOL = 2

/** The size of the longest release index that is accepted. */
export const RELEASE_INDEX_MAX_BYTES = 1_000_000
