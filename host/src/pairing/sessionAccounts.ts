import {
  type CaipNetworkId,
  type ChainNamespace,
  type Connection,
  isCaipNetworkId,
  type Network,
  parseCaipAddress,
} from '@portico/contracts'
import type { SessionTypes } from '@walletconnect/types'
import { cleanName, isSafeIcon, safely } from '../chains/announced.ts'

type Session = Pick<SessionTypes.Struct, 'namespaces'>
type Namespace = SessionTypes.Namespace

/** An account of a session. */
export interface PairedAccount {
  /** The page's id for the network. */
  readonly caipNetworkId: CaipNetworkId
  /** The wallet's id for the network, which may be an earlier one in the case of Solana. */
  readonly chain: CaipNetworkId
  readonly address: string
}

/** What a session allows in one family. */
export interface PairedAccess {
  readonly accounts: readonly PairedAccount[]
  /** Every network that the wallet has agreed to, with the page's ids. */
  readonly networkIds: readonly CaipNetworkId[]
  readonly methods: readonly string[]
}

const ADDRESSES: Partial<Record<ChainNamespace, RegExp>> = {
  eip155: /^0x[0-9a-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bip122: /^[a-zA-Z0-9]{14,90}$/,
}

/** The network's current id, given an id that may be an earlier one (pitfall 16). */
export const currentNetworkId = (id: CaipNetworkId, networks: readonly Network[]): CaipNetworkId =>
  networks.find(({ deprecatedCaipNetworkId }) => deprecatedCaipNetworkId === id)?.caipNetworkId ?? id

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : []

/** Parses an account as the wallet has written it. Undefined unless it is a CAIP-10 account of this family. */
function readAccount(text: string, namespace: ChainNamespace, networks: readonly Network[]): PairedAccount[] {
  const read = safely(() => parseCaipAddress(text))
  if (read?.namespace !== namespace || !(ADDRESSES[namespace]?.test(read.address) ?? true)) return []
  const { caipNetworkId: chain, address } = read
  return [{ caipNetworkId: currentNetworkId(chain, networks), chain, address }]
}

/** The parts of a session for a family, whose names may be like `eip155` or like `eip155:1` (CAIP-25). */
const partsOf = ({ namespaces }: Session, namespace: ChainNamespace): [key: string, part: Namespace][] =>
  Object.entries(namespaces ?? {}).filter(([key]) => key.split(':')[0] === namespace)

/** What a session allows in one family; undefined if the session has no account of the family (pitfalls 37 and 51). */
export function readAccess(
  session: Session,
  namespace: ChainNamespace,
  networks: readonly Network[],
): PairedAccess | undefined {
  const parts = partsOf(session, namespace)
  const accounts = parts
    .flatMap(([, part]) => textsOf(part.accounts))
    .flatMap((text) => readAccount(text, namespace, networks))
  if (accounts.length === 0) return undefined
  const chains = parts
    .flatMap(([key, part]) => [key, ...textsOf(part.chains)])
    .filter((id): id is CaipNetworkId => isCaipNetworkId(id) && id.startsWith(`${namespace}:`))
    .map((id) => currentNetworkId(id, networks))
  return {
    accounts,
    networkIds: [...new Set([...chains, ...accounts.map(({ caipNetworkId }) => caipNetworkId)])],
    methods: [...new Set(parts.flatMap(([, part]) => textsOf(part.methods)))],
  }
}

/** The wallet's name and image, as far as they are safe to show. */
export function walletOf({ peer }: Pick<SessionTypes.Struct, 'peer'>): Connection['wallet'] {
  const { name, icons } = peer.metadata
  const icon = Array.isArray(icons) ? icons.find(isSafeIcon) : undefined
  const known = cleanName(name)
  return known ? { name: known, ...(icon && { imageUrl: icon }) } : undefined
}

/** A session's first network: the first preferred one with an account, or else the first account's (chains.md §4.6). */
export function firstNetworkId(
  { accounts }: PairedAccess,
  preferred: readonly CaipNetworkId[],
): CaipNetworkId | undefined {
  const known = accounts.map(({ caipNetworkId }) => caipNetworkId)
  return preferred.find((id) => known.includes(id)) ?? known[0]
}

/** The addresses on one network, each once; if there are none, those on the family's other networks. */
export function addressesOn({ accounts }: PairedAccess, caipNetworkId: CaipNetworkId): string[] {
  const here = accounts.filter((account) => account.caipNetworkId === caipNetworkId)
  return [...new Set((here.length ? here : accounts).map(({ address }) => address))]
}
