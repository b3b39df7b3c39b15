import { type ActingCommands, ModalError, type TransactionNote, type TransactionRequest } from '../src/index.ts'

export interface FakeActing extends ActingCommands {
  /** What the wallet was asked for, in order. */
  readonly sent: readonly { readonly request: TransactionRequest; readonly note?: TransactionNote | undefined }[]
  /** What was told of, in order. */
  readonly tracked: readonly (readonly [event: string, properties: Readonly<Record<string, unknown>> | undefined])[]
}

/** Nodes and services that cannot be reached, and a wallet that says yes, unless a test says otherwise. */
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
