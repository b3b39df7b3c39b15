/** The same on every cluster. */
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

/** The coin as a token. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
