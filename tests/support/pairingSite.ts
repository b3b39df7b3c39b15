import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

interface Namespace {
  readonly chains?: readonly string[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export type Namespaces = Readonly<Record<string, Namespace>>

export interface Wish {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  readonly rpcMap?: Readonly<Record<string, string>>
}

export interface Cacao {
  readonly p: Readonly<Record<string, unknown>> & { readonly iss: string }
  readonly s: { readonly t: string; readonly s: `0x${string}` }
}

/** A site that pairs with the standard library. Calls reject with the library's `{ code, message }`. */
export interface PairingSite {
  connect(wish: Readonly<Record<string, Wish>>): Promise<Namespaces>
  authenticate(params: object): Promise<{ auths?: readonly Cacao[]; namespaces?: Namespaces }>
  formatAuthMessage(request: object, iss: string): Promise<string>
  request<Result = unknown>(method: string, params: unknown, chain: string): Promise<Result>
  namespaces(): Promise<Namespaces | undefined>
  disconnect(): Promise<void>
  /** The next pairing link. */
  nextUri(): Promise<string>
  /** The library's events so far, in order. */
  readonly events: readonly { readonly event: string; readonly payload: unknown }[]
  stop(): Promise<void>
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code?: number; readonly message: string }
  readonly event?: string
  readonly payload?: unknown
}

export async function startPairingSite(relayUrl: string, projectId: string): Promise<PairingSite> {
  const child = fork(join(import.meta.dirname, 'pairingSiteProcess.mjs'), [relayUrl, projectId], { execArgv: [] })
  const waiting = new Map<number, (answer: Answer) => void>()
  const events: { event: string; payload: unknown }[] = []
  let lastId = 0

  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    void exited.then(() => reject(new Error('The site’s process has ended.')))
    child.on('message', (answer: Answer) => {
      if (answer.event === 'ready') return resolve()
      if (answer.event) return void events.push({ event: answer.event, payload: answer.payload })
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    })
  })

  function call<Result>(name: string, ...args: unknown[]): Promise<Result> {
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(Object.assign(new Error(error.message), error))
        else resolve(result as Result)
      })
      child.send({ id, call: name, args })
    })
  }

  return {
    connect: (wish) => call('connect', wish),
    authenticate: (params) => call('authenticate', params),
    formatAuthMessage: (request, iss) => call('formatAuthMessage', request, iss),
    request: (method, params, chain) => call('request', { method, params }, chain),
    namespaces: () => call('namespaces'),
    disconnect: () => call('disconnect'),
    async nextUri() {
      const before = events.length
      const find = () => events.slice(before).find(({ event }) => event === 'display_uri')
      while (!find()) await once(child, 'message')
      return String(find()?.payload)
    },
    events,
    async stop() {
      child.kill()
      await exited
    },
  }
}
