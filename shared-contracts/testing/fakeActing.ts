import { type ActingCommands, ModalError, type TransactionNote, type TransactionRequest } from '../src/index.ts'

export interface FakeActing extends ActingCommands {
  /** The wallet requests so far, in order. */
  readonly sent: readonly { readonly request: TransactionRequest; readonly note?: TransactionNote | undefined }[]
  /** The tracked events, in order. */
  readonly tracked: readonly (readonly [event: string, properties: Readonly<Record<string, unknown>> | undefined])[]
}

/** By default, nodes and services are unreachable, and the wallet approves everything. */
export function fakeActing(own: Partial<ActingCommands> = {}): FakeActing {
  const sent: { request: TransactionRequest; note?: TransactionNote | undefined }[] = []
  const tracked: [event: string, properties: Readonly<Record<string, unknown>> | undefined][] = []
  const unreachable = async () => {
    throw new ModalError('service.unreachable')
  }
  return {
    sent,
    tracked,
    track: (event, properties) => void tracked.push([event, properties]),
    askNode: unreachable,
    askEsplora: unreachable,
    askService: unreachable,
    swapRouters: () => [],
    loadHoldings: async () => {},
    disconnect: async () => {},
    async send(request, note) {
      sent.push({ request, note })
      const { caipNetworkId, from } = request
      const hash = `0x${String(sent.length).padStart(64, '0')}`
      return { caipNetworkId, from, hash, sentAt: Date.now(), phase: 'pending', ...(note && { note }) }
    },
    ...own,
  }
}
