import { type Account, type ActingCommands, type Network, type ServiceRequest, selectAccount } from '@portico/contracts'
import { act } from 'react'
import { nftsSlice } from '../src/account/nfts/nftsSlice.ts'
import { connected } from '../src/connections/connectionsSlice.ts'
import { createTestStore, type TestStore } from './store.ts'

/** A visitor whose services answer as the test says. */
export interface NftVisitor {
  readonly test: TestStore
  readonly account: Account
  /** The requests, in order. */
  readonly asked: readonly (ServiceRequest & { readonly signal: AbortSignal | undefined })[]
  /** Waits until all answers have been processed. */
  settle(): Promise<void>
}

/** An NFT in the services' format; `number` is also the id. */
export const wireNft = (number: number, more: object = {}) => ({
  contract: 'eip155:1:0x5FbDB2315678afecb367f032d93F642f64180aa3',
  id: String(number),
  name: `Ape ${number}`,
  collection: 'Apes',
  isSpam: false,
  ...more,
})

/** Answers with this many NFTs, in pages of 24. */
export const wirePages = (count: number) => async (request: ServiceRequest) => {
  const begin = Number(request.query?.cursor ?? 0)
  const end = Math.min(count, begin + 24)
  return {
    data: Array.from({ length: end - begin }, (_, index) => wireNft(begin + index + 1)),
    next: end < count ? String(end) : null,
  }
}

interface Situation {
  readonly network: Network
  readonly address: string
  /** `fakeActing` of `@portico/contracts/testing`. */
  readonly acting: (own: Partial<ActingCommands>) => ActingCommands
}

/** A visitor connected on a network, with the acting code available. */
export function nftVisitor(
  { network, address, acting: actingWith }: Situation,
  answer: (request: ServiceRequest) => Promise<unknown>,
): NftVisitor {
  const parts = createTestStore({ networks: [network] })
  const { chainNamespace: namespace, caipNetworkId } = network
  parts.store.dispatch(
    connected({ namespace, connection: { connectorId: 'io.harbor', accounts: [{ address }], caipNetworkId } }),
  )
  parts.reducers.add(nftsSlice.name, nftsSlice.reducer)
  const asked: NftVisitor['asked'][number][] = []
  const acting = actingWith({
    askService(request, signal) {
      asked.push({ ...request, signal })
      return answer(request)
    },
  })
  const test = { ...parts, commands: { ...parts.commands, acting: async () => acting } }
  return {
    test,
    account: selectAccount(parts.store.getState()) as Account,
    asked,
    settle: () => act(async () => new Promise((resolve) => setTimeout(resolve, 0))),
  }
}
