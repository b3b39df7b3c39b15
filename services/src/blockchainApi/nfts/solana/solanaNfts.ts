import type { CaipNetworkId } from '@portico/contracts'
import { AddressText } from '@portico/contracts/services/wireText'
import { readMint } from '@portico/contracts/solana'
import { array, type InferOutput, literal, nullable, object, pipe, string, transform, tuple } from 'valibot'
import { parsedAccount, readAs } from '../../answers.ts'
import { badCursor } from '../../cursor.ts'
import type { Parts } from '../../parts.ts'
import { CONFIRMED, readTokenAccounts } from '../../tokenAccounts.ts'
import type { Describe } from '../createDescriptions.ts'
import { fillPage } from '../fillPage.ts'
import type { FoundNft, ReadNfts } from '../nft.ts'
import { METADATA_PROGRAM, metadataAddress } from './metadataAddress.ts'
import { readMetadataAccount, readMintMetadata, type TokenMetadata } from './readMetadata.ts'

/** A token account with one indivisible token. Other accounts are left out. */
const Piece = object({
  account: parsedAccount(
    object({ mint: AddressText, tokenAmount: object({ amount: literal('1'), decimals: literal(0) }) }),
  ),
})

const AccountData = pipe(
  tuple([string(), literal('base64')]),
  transform(([text]) => Uint8Array.from(Buffer.from(text, 'base64'))),
)
/** https://solana.com/docs/rpc/http/getmultipleaccounts */
const Accounts = object({ value: array(nullable(object({ owner: string(), data: AccountData }))) })
type Account = InferOutput<typeof Accounts>['value'][number]

/** Whether a mint has a supply of 1 and no decimal places. */
function isSingle(mint: Account): mint is NonNullable<Account> {
  const read = mint && readMint(mint.data, mint.owner)
  return read?.supply === 1n && read.decimals === 0
}

/** Finds the metadata of a mint. Metadata that name another mint are ignored. */
function metadataOf(
  address: string,
  mint: NonNullable<Account>,
  account: Account | undefined,
): TokenMetadata | undefined {
  const kept = account?.owner === METADATA_PROGRAM ? readMetadataAccount(account.data) : undefined
  return [readMintMetadata(mint.data), kept].find((metadata) => metadata?.mint === address)
}

/** Queries a node for the owner's token accounts, their mints, and the mints' Metaplex or Token-2022 metadata. */
export const solanaNfts =
  ({ chains }: Pick<Parts, 'chains'>, describe: Describe): ReadNfts =>
  async (caipNetworkId: CaipNetworkId, owner, cursor, signal) => {
    const ask = (method: string, ...params: unknown[]) => chains.ask(caipNetworkId, method, params, signal)

    async function look(mints: readonly string[]): Promise<readonly (FoundNft | undefined)[]> {
      const addresses = [...mints, ...mints.map(metadataAddress)]
      const answer = await ask('getMultipleAccounts', addresses, { ...CONFIRMED, encoding: 'base64' })
      const accounts = readAs(Accounts, answer).value
      return Promise.all(
        mints.map(async (address, at): Promise<FoundNft | undefined> => {
          const mint = accounts[at] ?? null
          if (!isSingle(mint)) return undefined
          const metadata = metadataOf(address, mint, accounts[mints.length + at])
          if (!metadata) return undefined
          const said = metadata.uri ? await describe(metadata.uri, signal) : {}
          return { ...said, contract: metadata.collection ?? address, id: address, name: metadata.name || said.name }
        }),
      )
    }

    if (cursor !== undefined && !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(cursor)) throw badCursor()
    const pieces = await readTokenAccounts(ask, owner, Piece)
    const mints = pieces.map(({ account }) => account.data.parsed.info.mint)
    // Nodes do not say when a token was received, so tokens are sorted by mint, and each page begins after the last
    // mint of the previous one.
    const left = [...new Set(mints)].sort().filter((mint) => cursor === undefined || mint > cursor)
    const { found, last } = await fillPage(left, look)
    return { nfts: found, next: last }
  }
