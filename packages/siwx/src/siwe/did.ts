/** `did:pkh:eip155:<chain id>:<address>`, or the CAIP-10 part alone. */
const partsOf = (iss: string) => iss.split(':')

/** The chain number as text; `''` if there is none. */
export const getDidChainId = (iss: string): string => partsOf(iss).at(-2) ?? ''

export const getDidAddress = (iss: string): string => partsOf(iss).at(-1) ?? ''
