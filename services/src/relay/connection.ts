import {
  RELAY_CLOSE_CODES,
  RelayAcknowledgement,
  RelayRequest,
  RelayRequestId,
} from '@portico/contracts/services/relay'
import { type InferOutput, is, object, safeParse } from 'valibot'
import type { RawData, WebSocket } from 'ws'
import { fitsShape } from '../http/jsonShape.ts'
import { jsonIn } from '../json.ts'
import type { Log } from '../log.ts'
import type { Counts } from './counts.ts'
import { createDeliveries } from './deliveries.ts'
import type { RelayLimits } from './limits.ts'
import type { Mailbox } from './mailbox.ts'
import type { RelayMeter } from './meter.ts'
import { methods } from './methods.ts'
import { createRate, type Rates } from './rate.ts'
import { RelayError, wireError } from './relayError.ts'
import { createSubscriptions } from './subscriptions.ts'

export interface ConnectionOptions {
  /** The open socket of an admitted client. */
  readonly socket: WebSocket
  readonly clientId: string
  /** See `clientNetwork`. */
  readonly address: string
  /** The bytes per second from all connections of each client, keyed by `address`. */
  readonly bytesOfClients: Rates
  readonly mailbox: Mailbox
  readonly limits: RelayLimits
  readonly meter?: RelayMeter | undefined
  readonly topicsOfClients: Counts
  readonly subscribersOfTopics: Counts
  readonly log: Log
}

/** The connection of an admitted client. */
export interface Connection {
  /** Ends the connection after pending requests are answered, so that nothing that was accepted is lost. */
  end(): Promise<void>
}

const Identified = object({ id: RelayRequestId })

/** Validates the id only: copying the whole frame would take long if it contains long texts or lists. */
const idOf = (frame: unknown): RelayRequestId | null => (is(Identified, frame) ? frame.id : null)

const sizeOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((size, part) => size + part.byteLength, 0) : data.byteLength

/** Answers the client's requests, and delivers other clients' messages on its topics. */
export function serveConnection(options: ConnectionOptions): Connection {
  const { socket, clientId, address, bytesOfClients, mailbox, limits, meter, log } = options
  const inFlight = new Set<Promise<void>>()
  /** Frames that arrived before the socket was paused, but exceed the limit of requests in flight. */
  const held: string[] = []
  const requests = createRate()
  const frames = createRate()
  const bytes = createRate()
  const deliveries = createDeliveries(limits)
  let isEnding = false

  const cutOff = (reason: string) => {
    log.warn('relay connection cut off', { reason })
    socket.terminate()
  }

  /** Resolves when the value has left this process, or when it is certain that it cannot. */
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

  async function receive(text: string) {
    let id: RelayRequestId | null = null
    try {
      const frame = jsonIn(text)
      if (frame === undefined) throw new RelayError('frame.unreadable')
      if (is(RelayAcknowledgement, frame)) return acknowledge(frame)
      id = idOf(frame)
      const result = await answer(frame)
      void send({ id, jsonrpc: '2.0', result })
    } catch (thrown) {
      void send({ id, jsonrpc: '2.0', error: errorOf(thrown) })
    }
    subscriptions.replay()
  }

  function begin(text: string) {
    const received = receive(text).finally(() => {
      inFlight.delete(received)
      const next = held.shift()
      if (next) begin(next)
      else if (socket.isPaused) socket.resume()
    })
    inFlight.add(received)
  }

  function sendAway(code: number, reason: string) {
    log.warn('relay connection closed', { reason })
    isEnding = true
    socket.close(code, reason)
  }

  /** Counts a frame before it is parsed; closes the connection, and returns false, if it exceeds a limit. */
  function isWithinShare(size: number): boolean {
    const isTooOften = frames.count() > limits.framesPerSecondMax
    const isTooMuch =
      bytes.count(size) > limits.bytesPerSecondMax ||
      bytesOfClients.count(address, size) > limits.bytesPerClientPerSecondMax
    if (isTooOften || isTooMuch) {
      sendAway(RELAY_CLOSE_CODES.tryAgainLater, isTooOften ? 'Too many messages' : 'Too many bytes')
    }
    return !isTooOften && !isTooMuch
  }

  socket.on('message', (data) => {
    if (isEnding || !isWithinShare(sizeOf(data))) return
    const text = data.toString()
    if (!fitsShape(text, limits.frameShape))
      sendAway(RELAY_CLOSE_CODES.tooLarge, 'Too many values, or nested too deeply')
    else if (inFlight.size < limits.requestsInFlightMax) begin(text)
    else {
      held.push(text)
      socket.pause()
    }
  })
  socket.on('ping', (data) => {
    if (isEnding || !isWithinShare(data.byteLength)) return
    if (socket.bufferedAmount > limits.unsentMaxBytes) cutOff('it does not read what it is sent')
    else socket.pong(data)
  })
  socket.on('pong', (data) => void (isEnding || isWithinShare(data.byteLength)))
  socket.once('close', () => subscriptions.close())

  return {
    async end() {
      isEnding = true
      while (inFlight.size > 0) await Promise.all(inFlight)
      socket.close(RELAY_CLOSE_CODES.goingAway, 'The relay is stopping')
    },
  }
}
