import { type ActingCommands, ModalError, type TransactionNote, type TransactionRequest } from '../src/index.ts'

export interface FakeActing extends ActingCommands {
  /** What the wallet was asked for, in order. */
  readonly sent: readonly { readonly request: TransactionRequest; readonly note?: TransactionNote | undefined }[]
}

/** Nodes and services that cannot be reached, and a wallet that says yes, unless a test says otherwise. */
export function fakeActing(own: Partial<ActingCommands> = {}): FakeActing {
  const sent: { request: TransactionRequest; note?: TransactionNote | undefined }[] = []
  const unreachable = async () => {
    throw new ModalError('service.unreachable')
  }
  return {
    sent,
    askNode: unreachable,
    askEsplora: unreachable,
    askService: unreachable,
    loadHoldings: async () => {},
    async send(request, note) {
      sent.push({ request, note })
      const { caipNetworkId, from } = request
      const hash = `0x${String(sent.length).padStart(64, '0')}`
      return { caipNetworkId, from, hash, sentAt: Date.now(), phase: 'pending', ...(note && { note }) }
    },
    ...own,
  }
}
