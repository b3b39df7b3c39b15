import type { ICore } from '@walletconnect/types'
import type { Client } from './universalProvider.ts'

/** What the client keeps to itself and we have to change, in the one version that we use. */
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
 * Before the client starts: no frame of a verification service, which would tell it about every request and hold each up for
 * 5 seconds where that service is not to be had; and an error of the socket is heard by somebody at any time, because
 * unheard it would be thrown.
 */
export function tameCore(core: ICore): void {
  core.verify.register = async () => ''
  const relayer = relayerOf(core)
  relayer.events.setMaxListeners?.(0)
  const createProvider = relayer.createProvider.bind(relayer)
  relayer.createProvider = async () => {
    await createProvider()
    relayer.provider.on?.('error', () => {
      // After a refusal it would wait for a reconnection that it does not start.
      relayer.reconnectInProgress = false
    })
  }
}

/**
 * Nothing about requests and their results is told to the relay beside the encrypted message. And a session ends once: a
 * relay may tell of it twice, and what the client throws at the second time nobody could catch.
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
  // It checks the session without waiting for the result, so what that throws is caught nowhere.
  const onSessionDelete = engine.onSessionDeleteRequest.bind(engine)
  engine.onSessionDeleteRequest = async (topic, request) => {
    if (client.session.keys.includes(topic)) await onSessionDelete(topic, request)
  }
}

/** Ends everything that would go on by itself: the socket, what would open it again, timers, and what still waits. */
export async function stopClient(client: Pick<Client, 'core' | 'engine'>): Promise<void> {
  const { core } = client
  const { events } = engineOf(client)
  const relayer = relayerOf(core)
  relayer.transportOpen = async () => {}
  // What has yet to be sent waits for nobody, and goes with the client: a rejection would be one that nobody catches.
  relayer.toEstablishConnection = () => new Promise(() => {})
  relayer.createProvider = () => new Promise(() => {})
  // A socket that is being opened at this moment.
  relayer.provider.on?.('connect', () => void relayer.transportClose().catch(() => {}))
  core.heartbeat.stop()
  clearTimeout(relayer.reconnectTimeout)
  for (const event of events.eventNames()) events.emit(String(event), { error: { code: 0, message: 'disposed of' } })
  await relayer.transportClose().catch(() => {})
  clearTimeout(relayer.pingTimeout)
}
