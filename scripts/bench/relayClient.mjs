import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { WebSocket } from 'ws'

/**
 * @typedef {{ id: number, method?: string, result?: unknown, error?: { message: string }, params: { data: { topic: string, message: string } } }} Frame
 */

const A_DAY_S = 86_400

export const newTopic = () => randomBytes(32).toString('hex')

/**
 * A page or wallet that does as little work as possible, because it shares the machine with the relay.
 * @param {string} url @param {string} projectId @param {(topic: string, message: string) => void} onMessage
 */
export async function connect(url, projectId, onMessage) {
  const auth = await signJWT(randomBytes(32).toString('hex'), url, A_DAY_S, generateKeyPair())
  const socket = new WebSocket(`${url}/?${new URLSearchParams({ auth, projectId })}`)
  /** @type {Map<number, { resolve: (result: unknown) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  let lastId = 0
  socket.on('message', (data) => {
    /** @type {Frame} */
    const frame = JSON.parse(String(data))
    if (frame.method) {
      onMessage(frame.params.data.topic, frame.params.data.message)
      socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return
    }
    const call = waiting.get(frame.id)
    waiting.delete(frame.id)
    if (frame.error) call?.reject(new Error(frame.error.message))
    else call?.resolve(frame.result)
  })
  socket.on('close', (code, reason) => {
    for (const { reject } of waiting.values()) reject(new Error(`closed: ${code} ${reason}`))
  })
  await once(socket, 'open')
  return {
    /** @param {string} method @param {object} params @returns {Promise<unknown>} */
    call: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        socket.send(JSON.stringify({ id: lastId, jsonrpc: '2.0', method, params }))
      }),
    close: () => socket.close(),
  }
}

/**
 * Pages, each paired with a wallet that listens to it.
 * @param {number} count
 * @param {{ page: string, wallet: string }} urls of the relay's processes that they connect to
 * @param {string} projectId
 * @param {(message: string) => void} onMessage called for each message that reaches a wallet
 */
export async function openPairs(count, urls, projectId, onMessage) {
  const open = async () => {
    const topic = newTopic()
    const page = await connect(urls.page, projectId, () => {})
    const wallet = await connect(urls.wallet, projectId, (_, message) => onMessage(message))
    await wallet.call('irn_subscribe', { topic })
    return { topic, page, wallet }
  }
  const pairs = await Promise.all(Array.from({ length: count }, open))
  const close = () => {
    for (const { page, wallet } of pairs) for (const client of [page, wallet]) client.close()
  }
  return { pairs, close }
}
