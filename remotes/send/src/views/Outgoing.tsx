import type { Network, TransactionRequest } from '@portico/contracts'
import { Skeleton } from '@portico/contracts/ui'
import { type OutgoingPreview, RequestPreview } from '@portico/contracts/ui/preview'
import { readEvmAddress } from '../receiver/readEvmAddress.ts'

/** Writes addresses with their checksum, as elsewhere in the modal. */
function writerOf({ caipNetworkId, chainNamespace }: Network): ((address: string) => string) | undefined {
  if (chainNamespace !== 'eip155') return undefined
  return (address) => {
    const read = readEvmAddress(address, caipNetworkId)
    return typeof read === 'object' ? read.address : address
  }
}

interface OutgoingProps {
  readonly request: TransactionRequest | undefined
  readonly network: Network
  readonly preview: OutgoingPreview | undefined
}

/** Describes what the wallet will be asked for, based on the actual request. */
export function Outgoing({ request, network, preview }: OutgoingProps) {
  if (!request || !preview) return <Skeleton count={2} />
  const { description, context, outcome, networkName } = preview
  const writeAddress = writerOf(network)
  return (
    <RequestPreview
      description={description}
      context={context}
      outcome={outcome}
      networkName={networkName}
      {...(writeAddress && { writeAddress })}
    />
  )
}
