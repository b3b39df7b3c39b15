import {
  RELAY_CLOSE_CODES,
  RelayAcknowledgement,
  RelayRequest,
  RelayRequestId,
} from '@portico/contracts/services/relay'
import { type InferOutput, is, safeParse } from 'valibot'
import type { RawData, WebSocket } from 'ws'
import type { Log } from '../log.ts'
import type { Counts } from './counts.ts'
import { createDeliveries } from './deliveries.ts'
import type { RelayLimits } from './limits.ts'
import type { Mailbox } from './mailbox.ts'
import type { RelayMeter } from './meter.ts'
import { methods } from './methods.ts'
import { createRate } from './rate.ts'
import { RelayError, wireError } from './relayError.ts'
import { createSubscriptions } from './subscriptions.ts'

export interface ConnectionOptions {
  /** Open, and the client let in. */
  readonly socket: WebSocket
  readonly clientId: string
  readonly address: string
  readonly mailbox: Mailbox
  readonly limits: RelayLimits
  readonly meter?: RelayMeter | undefined
  readonly topicsOfClients: Counts
  readonly subscribersOfTopics: Counts
  readonly log: Log
}

/** One client that was let in. */
export interface Connection {
  /** Ends it, when what was asked is answered: nothing that was accepted is lost. */
  end(): Promise<void>
}

const parse = (data: RawData): unknown => {
  try {
    return JSON.parse(data.toString())
  } catch {
    throw new RelayError('frame.unreadable')
  }
}

const idOf = (frame: unknown) => {
  const { id } = { ...(frame as { id?: unknown }) }
  return is(RelayRequestId, id) ? id : null
}

/** Answers what the client asks, and delivers what others publish under its topics. */
export function serveConnection(options: ConnectionOptions): Connection {
  const { socket, clientId, address, mailbox, limits, meter, log } = options
  const inFlight = new Set<Promise<void>>()
  /** What came in one piece with the last request that there was room for. */
  const held: RawData[] = []
  const requests = createRate()
  const frames = createRate()
  const deliveries = createDeliveries(limits)
  let isEnding = false

  const cutOff = (reason: string) => {
    log.warn('relay connection cut off', { reason })
    socket.terminate()
  }

  /** Resolves when it has left this process, or never will. */
  const send = (value: unknown) =>
    new Promise<void>((resolve) => {
      if (socket.bufferedAmount > limits.unsentMaxBytes) cutOff('it does not read what it is sent')
      socket.send(JSON.stringify(value), () => resolve())
    })

  const subscriptions = createSubscriptions({
    ...options,
    deliver(subscriptionId, message) {
      meter?.delivered()
      return send(deliveries.begin(subscriptionId, message))
    },
    failed(error) {
      log.warn('relay subscription failed', { error })
      socket.close(RELAY_CLOSE_CODES.tryAgainLater, 'Subscribe again')
    },
  })
  const caller = { clientId, address, mailbox, limits, subscriptions }

  function acknowledge({ id }: InferOutput<typeof RelayAcknowledgement>) {
    const delivered = deliveries.end(id)
    if (!delivered) return
    mailbox.acknowledge(delivered.topic, delivered.messageId, clientId).catch((error) => {
      log.warn('relay acknowledgement lost: the message will be delivered again', { error })
    })
  }

  async function answer(frame: unknown): Promise<unknown> {
    if (requests.count() > limits.requestsPerSecondMax) {
      throw new RelayError('requests.tooMany', { limit: limits.requestsPerSecondMax })
    }
    const request = safeParse(RelayRequest, frame, { abortEarly: true })
    if (!request.success) throw new RelayError('request.invalid')
    const method = methods.get(request.output.method)
    if (!method) throw new RelayError('method.unknown')
    const result = await method(caller, request.output.params)
    meter?.answered(request.output.method)
    return result
  }

  function errorOf(thrown: unknown) {
    if (!(thrown instanceof RelayError)) log.error('relay request failed', { error: thrown })
    else if (thrown.cause) log.warn('relay request failed', { error: thrown.cause })
    return wireError(thrown instanceof RelayError ? thrown : new RelayError('server.failed'))
  }

  async function receive(data: RawData) {
    let id: RelayRequestId | null = null
    try {
      const frame = parse(data)
      if (is(RelayAcknowledgement, frame)) return acknowledge(frame)
      id = idOf(frame)
      const result = await answer(frame)
      void send({ id, jsonrpc: '2.0', result })
    } catch (thrown) {
      void send({ id, jsonrpc: '2.0', error: errorOf(thrown) })
    }
    subscriptions.replay()
  }

  function begin(data: RawData) {
    const received = receive(data).finally(() => {
      inFlight.delete(received)
      const next = held.shift()
      if (next) begin(next)
      else if (socket.isPaused) socket.resume()
    })
    inFlight.add(received)
  }

  socket.on('message', (data) => {
    if (isEnding) return
    if (frames.count() > limits.framesPerSecondMax) {
      log.warn('relay connection closed: too many messages')
      isEnding = true
      socket.close(RELAY_CLOSE_CODES.tryAgainLater, 'Too many messages')
      return
    }
    if (inFlight.size < limits.requestsInFlightMax) begin(data)
    else {
      held.push(data)
      socket.pause()
    }
  })
  socket.once('close', () => subscriptions.close())

  return {
    async end() {
      isEnding = true
      while (inFlight.size > 0) await Promise.all(inFlight)
      socket.close(RELAY_CLOSE_CODES.goingAway, 'The relay is stopping')
    },
  }
}
