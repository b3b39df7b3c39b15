import {
  type ChainNamespace,
  type HostState,
  type Network,
  SEARCH_DEBOUNCE_MS,
  selectNetworks,
} from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useSelector } from 'react-redux'
import { familyOf, isName } from './readReceiver.ts'
import { type Reader, useReader } from './useReader.ts'

type NoReceiver =
  | 'none'
  | 'resolving'
  | 'invalid'
  | 'otherNetwork'
  | 'unchecked'
  | 'unknownName'
  | 'disputedName'
  | 'unreachable'

/** The state of the receiver field. */
export type Receiver =
  | { readonly status: NoReceiver }
  | { readonly status: 'otherFamily'; readonly family: ChainNamespace }
  | {
      readonly status: 'valid'
      readonly address: string
      readonly name?: string
      readonly isMisspelt?: boolean
      readonly isOffCurve?: boolean
      /** The name has no record for this network, so this is its Ethereum address. */
      readonly isOfEthereum?: boolean
    }

/** Handles everything except names, which need a lookup. */
function readNow(text: string, network: Network, reader: Reader): Receiver | undefined {
  if (text === '') return { status: 'none' }
  const { chainNamespace, caipNetworkId } = network
  const family = familyOf(text, chainNamespace)
  if (reader === 'loading') return { status: 'resolving' }
  if (reader === 'failed') return { status: 'unchecked' }
  const read = reader(text, caipNetworkId)
  if (read === 'otherNetwork') return { status: read }
  if (read) return { status: 'valid', ...read }
  if (family) return { status: 'otherFamily', family }
  return chainNamespace === 'eip155' && isName(text) ? undefined : { status: 'invalid' }
}

/** Reads the typed receiver. Name lookups are debounced, and only the newest answer counts. */
export function useReceiver(typed: string, network: Network | undefined): Receiver {
  const { acting } = useCommands()
  const networks = useSelector((state: HostState) => selectNetworks(state))
  const text = typed.trim()
  const key = `${network?.caipNetworkId} ${text}`
  const reader = useReader(network?.chainNamespace, text)
  const now = network && readNow(text, network, reader)
  const isAsked = network !== undefined && now === undefined

  const [answer] = useAnswer<Receiver>({
    key: isAsked ? key : undefined,
    debounceMs: SEARCH_DEBOUNCE_MS,
    async work(signal) {
      if (!network) return { status: 'none' }
      const [asking, { resolveName }] = await Promise.all([
        acting(),
        import(/* webpackChunkName: "names" */ './resolveName.ts'),
      ])
      const found = await resolveName(text, network, networks, asking, signal)
      if (found === 'disputed') return { status: 'disputedName' }
      const read = found && typeof reader === 'function' && reader(found.address, network.caipNetworkId)
      if (!found || !read || read === 'otherNetwork') return { status: 'unknownName' }
      const { isOfEthereum } = found
      return { status: 'valid', ...read, name: text.toLowerCase(), ...(isOfEthereum && { isOfEthereum }) }
    },
  })

  if (!network) return { status: 'none' }
  if (now) return now
  if (!answer) return { status: 'resolving' }
  return 'value' in answer ? answer.value : { status: 'unreachable' }
}
