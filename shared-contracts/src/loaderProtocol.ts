/** The loader's protocol with the shell; it never starts a shell of another protocol. */
export const LOADER_PROTOCOL = 2

/** The longest release index accepted. */
export const RELEASE_INDEX_MAX_BYTES = 1_000_000
