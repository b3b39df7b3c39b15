import { bytesOf, programAddress } from '@portico/contracts/chains/solana/address'

/** The program that stores token metadata; see https://developers.metaplex.com/token-metadata */
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** The address of the account in which the Token Metadata program stores the metadata of a mint. */
export const metadataAddress = (mint: string) =>
  programAddress([Buffer.from('metadata'), bytesOf(METADATA_PROGRAM), bytesOf(mint)], METADATA_PROGRAM)
