import type { ICore } from '@walletconnect/types'
import type { Client } from './universalProvider.ts'

/** Internals of the client that we have to change, as they are in the one version that we use. */
interface Engine {
  getTVFParams: () => object
  deleteSession(of: { readonly topic: string }): Promise<void>
  onSessionDeleteRequest(topic: string, request: object): Promise<void>
  readonly events: { emit(event: string, payload: object): unknown; eventNames(): unknown[] }
}
const engineOf = ({ engine }: Pick<Client, 'engine'>) => engine as unknown as Engine

interface Relayer {
  readonly provider: { on?(event: 'connect' | 'error', listener: () => void): unknown }
  readonly events: { setMaxListeners?(count: number): unknown }
  reconnectInProgress: boolean
  createProvider(): Promise<void>
  toEstablishConnection(): Promise<void>
  transportOpen(): Promise<void>
  transportClose(): Promise<void>
  reconnectTimeout?: ReturnType<typeof setTimeout>
  pingTimeout?: ReturnType<typeof setTimeout>
}

const relayerOf = (core: ICore) => core.relayer as unknown as Relayer

/**
 * Changes the core before the client starts. Disables the verification service's frame, which would learn of every
 * request, and would delay each request by 5 seconds if unavailable. Adds a listener for socket errors, because without
 * a listener they would be thrown.
 */
export function tameCore(core: ICore): void {
  core.verify.register = async () => ''
  const relayer = relayerOf(core)
  relayer.events.setMaxListeners?.(0)
  const createProvider = relayer.createProvider.bind(relayer)
  relayer.createProvider = async () => {
    await createProvider()
    relayer.provider.on?.('error', () => {
      // After a refusal, the client would wait for a reconnection that it never starts.
      relayer.reconnectInProgress = false
    })
  }
}

/**
 * Keeps the relay from learning anything about requests except the encrypted message. Ends each session only once,
 * because a relay may report the end twice, and the second error could not be caught.
 */
export function tameClient(client: Pick<Client, 'engine' | 'session'>): void {
  const engine = engineOf(client)
  engine.getTVFParams = () => ({})
  const deleteSession = engine.deleteSession.bind(engine)
  const ending = new Map<string, Promise<void>>()
  engine.deleteSession = async (of) => {
    const { topic } = of
    if (!client.session.keys.includes(topic)) return
    const end = ending.get(topic) ?? deleteSession(of).finally(() => ending.delete(topic))
    ending.set(topic, end)
    return end
  }
  // The client does not await its session check, so an error in the check could not be caught.
  const onSessionDelete = engine.onSessionDeleteRequest.bind(engine)
  engine.onSessionDeleteRequest = async (topic, request) => {
    if (client.session.keys.includes(topic)) await onSessionDelete(topic, request)
  }
}

/** Stops everything that would otherwise go on: the socket, its reconnection, timers, and pending requests. */
export async function stopClient(client: Pick<Client, 'core' | 'engine'>): Promise<void> {
  const { core } = client
  const { events } = engineOf(client)
  const relayer = relayerOf(core)
  relayer.transportOpen = async () => {}
  // Unsent messages end with the client. Their promises never settle, because a rejection would be unhandled.
  relayer.toEstablishConnection = () => new Promise(() => {})
  relayer.createProvider = () => new Promise(() => {})
  // Closes a socket that is still being opened.
  relayer.provider.on?.('connect', () => void relayer.transportClose().catch(() => {}))
  core.heartbeat.stop()
  clearTimeout(relayer.reconnectTimeout)
  for (const event of events.eventNames()) events.emit(String(event), { error: { code: 0, message: 'disposed of' } })
  await relayer.transportClose().catch(() => {})
  clearTimeout(relayer.pingTimeout)
}
