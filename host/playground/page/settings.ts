import type { EndpointOptions } from '../../src/options/types.ts'

export interface LocalChain {
  readonly id: number
  readonly name: string
  readonly rpcUrl: string
}

/** Where the local stack is: written into the page by the server, because every port can be shifted. */
export interface PageSettings {
  readonly projectId: string
  readonly endpoints: Required<EndpointOptions>
  readonly chains: readonly [LocalChain, ...LocalChain[]]
}

/** It is a script that is no code, so that a strict policy lets it pass. */
export function readSettings(): PageSettings {
  const element = document.getElementById('settings')
  return JSON.parse(element?.textContent ?? '{}') as PageSettings
}
