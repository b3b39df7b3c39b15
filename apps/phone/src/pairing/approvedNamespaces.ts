import type { ProposalTypes, SessionTypes } from '@walletconnect/types'
import { accountId, families } from '../families/families.ts'
import { namespaceOf } from '../networks.ts'
import type { Network } from '../settings.ts'
import type { Choice, RequestedFamily } from '../state.ts'

const EVENTS = ['accountsChanged', 'chainChanged']

/** A proposal's requested namespaces, merged by family. Old sites use a network as the key (CAIP-25). */
export function readRequested({
  requiredNamespaces,
  optionalNamespaces,
}: Pick<ProposalTypes.Struct, 'requiredNamespaces' | 'optionalNamespaces'>): RequestedFamily[] {
  const all = new Map<string, RequestedFamily>()
  for (const [key, { chains, methods, events }] of [
    ...Object.entries(requiredNamespaces ?? {}),
    ...Object.entries(optionalNamespaces ?? {}),
  ]) {
    const namespace = key.split(':')[0] ?? key
    const before = all.get(namespace)
    all.set(namespace, {
      namespace,
      networks: [...new Set([...(before?.networks ?? []), ...(chains ?? (key.includes(':') ? [key] : []))])],
      methods: [...new Set([...(before?.methods ?? []), ...methods])],
      events: [...new Set([...(before?.events ?? []), ...events])],
    })
  }
  return [...all.values()]
}

/** The requested namespaces that the owner chose and the phone supports. Empty if there are none. */
export function approvedNamespaces(
  requested: readonly RequestedFamily[],
  choice: Choice,
  known: readonly Network[],
): SessionTypes.Namespaces {
  const chosen = choice.networks ?? known.map(({ id }) => id)
  const approved: SessionTypes.Namespaces = {}
  for (const { namespace: name, networks, methods, events } of requested) {
    const namespace = namespaceOf(`${name}:`)
    if (!namespace || !choice.families.includes(namespace)) continue
    const chains = networks.filter((id) => chosen.includes(id))
    if (chains.length === 0) continue
    approved[namespace] = {
      chains,
      accounts: chains.flatMap((id) => choice.accounts.map((index) => accountId(id, index))),
      methods: methods.filter((method) => families[namespace].methods.includes(method)),
      events: events.filter((event) => EVENTS.includes(event)),
    }
  }
  return approved
}
