import { type Account, type CaipNetworkId, type Commands, isModalError, ModalError } from '@portico/contracts'
import { Nfts, nftsPath } from '@portico/contracts/services/nfts'
import { safeParse } from 'valibot'
import { type ShownNft, toShownNft } from './shownNft.ts'

export interface NftPage {
  readonly nfts: readonly ShownNft[]
  readonly next?: string | undefined
  /** The services have no source for this network. */
  readonly isUnserved?: boolean
}

interface Question {
  readonly account: Account
  /** The services' URL, with a trailing slash. */
  readonly api: string
  /** Absent for the first page. */
  readonly cursor?: string | undefined
}

/** A CAIP-10 id is a CAIP-2 id plus an address. */
const networkOf = ({ caipAddress, address }: Account) => caipAddress.slice(0, -address.length - 1) as CaipNetworkId

/** The code `chain.unsupported` means that the services have no source for a network. */
function unlessUnserved(error: unknown): undefined {
  if (!isModalError(error) || error.code !== 'service.status' || error.details.code !== 'chain.unsupported') throw error
}

/**
 * One page of an account's NFTs on its network.
 * @throws ModalError of `ActingCommands.askService`, or `service.invalidAnswer`
 */
export async function loadNftPage(
  { acting }: Pick<Commands, 'acting'>,
  { account, api, cursor }: Question,
  signal: AbortSignal,
): Promise<NftPage> {
  const caipNetworkId = networkOf(account)
  const { askService } = await acting()
  const question = { path: nftsPath(account.address), query: { chainId: caipNetworkId, cursor } }
  const answer = await askService(question, signal).catch(unlessUnserved)
  if (answer === undefined) return { nfts: [], isUnserved: true }
  const { success, output } = safeParse(Nfts, answer)
  if (!success) throw new ModalError('service.invalidAnswer', { details: { path: nftsPath('…') } })
  return {
    nfts: output.data.flatMap((nft) => toShownNft(nft, caipNetworkId, api) ?? []),
    next: output.next || undefined,
  }
}
