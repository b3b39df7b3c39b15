import type { HttpBindings } from '@hono/node-server'
import { JSON_RPC_PATH } from '@portico/contracts/services/jsonRpc'
import { type Context, Hono } from 'hono'
import { clientKeyOf } from '../http/clientOf.ts'
import { createRoom, type Place } from '../http/createRoom.ts'
import { ServiceError } from '../http/errors.ts'
import { createProjectLimit } from '../http/projectLimit.ts'
import { readText } from '../http/readBody.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { Log } from '../log.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { requireProject } from '../projectConfig/requireProject.ts'
import { answerCalls } from './answerCalls.ts'
import type { JsonRpcOptions } from './environment.ts'
import {
  ANSWER_ROOM,
  BYTES_PER_REQUEST,
  DEFAULT_REQUESTS_PER_SECOND,
  RATE_LIMIT_WINDOW_S,
  REQUEST_MAX_BYTES,
} from './limits.ts'
import { readCalls } from './readCalls.ts'
import { chainOf } from './readChain.ts'
import { parseRpcChain } from './upstreamList.ts'
import { createUpstreams, type OnAttempt, type Upstreams } from './upstreams.ts'

const piecesOf = (text: string) => Math.floor(text.length / BYTES_PER_REQUEST)

/** Keeps room for node answers until the client has the response or is gone; an in-process call frees it at once. */
async function holding<Result>(c: Context, place: Place, work: () => Promise<Result>): Promise<Result> {
  const { outgoing }: Partial<HttpBindings> = c.env ?? {}
  if (outgoing?.closed) place.leave()
  outgoing?.once('close', place.leave)
  try {
    return await work()
  } finally {
    if (!outgoing) place.leave()
  }
}

const NONE: JsonRpcOptions = { upstreams: new Map(), requestsPerSecond: DEFAULT_REQUESTS_PER_SECOND }

/**
 * services.md §8: `POST /v1/?chainId=<CAIP-2>&projectId=<id>`, with or without the trailing slash. The body is parsed
 * as JSON whatever its `Content-Type`, because `text/plain` needs no preflight.
 * @param signal closes the connections to the nodes
 */
export function jsonRpcApi(
  knownProjects: KnownProjects,
  log: Log,
  options: JsonRpcOptions = NONE,
  signal?: AbortSignal,
  onAttempt?: OnAttempt,
) {
  const limit = createProjectLimit({ perSecond: options.requestsPerSecond, windowS: RATE_LIMIT_WINDOW_S })
  const room = createRoom(ANSWER_ROOM)
  const chains = new Map<string, Upstreams>()
  for (const [caipNetworkId, urls] of options.upstreams) {
    const chain = parseRpcChain(caipNetworkId)
    if (chain) chains.set(caipNetworkId, createUpstreams({ chain, urls, log, onAttempt, signal }))
  }

  const answer = async (c: Context) => {
    const projectId = readProjectId(c)
    const chain = chainOf(c)
    const upstreams = chains.get(chain.caipNetworkId)
    if (!upstreams) throw new ServiceError('chain.unsupported')
    await requireProject(c, knownProjects, projectId)
    const client = clientKeyOf(c)
    // One point is spent at once, so that invalid requests count as well, and the rest when the cost is known.
    await limit.spend(projectId, client, 1)
    const text = await readText(c, REQUEST_MAX_BYTES)
    const size = piecesOf(text)
    if (size > 0) await limit.spend(projectId, client, size)
    const calls = readCalls(text)
    if (calls.entries.length > 1) await limit.spend(projectId, client, calls.entries.length - 1)

    const place = room.enter(client ?? '')
    const reply = await holding(c, place, () => answerCalls(chain, upstreams, calls, place))
    if (reply.kind === 'json') await limit.charge(projectId, client, piecesOf(reply.text))
    if (reply.kind === 'unavailable') {
      log.error('no upstream answers', { chainId: chain.caipNetworkId })
      throw new ServiceError('upstream.unavailable')
    }
    return reply.kind === 'nothing'
      ? c.body(null, 204)
      : c.body(reply.text, 200, { 'Content-Type': 'application/json' })
  }
  return new Hono().post(JSON_RPC_PATH, answer).post('/v1', answer)
}
