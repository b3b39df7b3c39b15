import { JSON_RPC_PATH } from '@portico/contracts/services/jsonRpc'
import { type Context, Hono } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { createRateLimit, spend } from '../http/rateLimit.ts'
import { readText } from '../http/readBody.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { Log } from '../log.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { requireProject } from '../projectConfig/requireProject.ts'
import { answerCalls } from './answerCalls.ts'
import type { JsonRpcOptions } from './environment.ts'
import { DEFAULT_REQUESTS_PER_SECOND, RATE_LIMIT_WINDOW_S, REQUEST_MAX_BYTES } from './limits.ts'
import { readCalls } from './readCalls.ts'
import { parseRpcChain, type RpcChain } from './upstreamList.ts'
import { createUpstreams, type OnAttempt, type Upstreams } from './upstreams.ts'

/** @throws ServiceError `chain.missing`, `chain.malformed` */
function readChain(c: Context): RpcChain {
  const text = c.req.query('chainId')
  if (!text) throw new ServiceError('chain.missing')
  const chain = parseRpcChain(text)
  if (!chain) throw new ServiceError('chain.malformed')
  return chain
}

const NONE: JsonRpcOptions = { upstreams: new Map(), requestsPerSecond: DEFAULT_REQUESTS_PER_SECOND }

/**
 * services.md §8: `POST /v1/?chainId=<CAIP-2>&projectId=<id>`, with and without the last slash. The body is JSON
 * whatever its `Content-Type` says: as `text/plain` it needs no preflight.
 * @param signal closes the connections to the nodes
 */
export function jsonRpcApi(
  knownProjects: KnownProjects,
  log: Log,
  options: JsonRpcOptions = NONE,
  signal?: AbortSignal,
  onAttempt?: OnAttempt,
) {
  const rateLimit = createRateLimit({ perSecond: options.requestsPerSecond, windowS: RATE_LIMIT_WINDOW_S })
  const chains = new Map<string, Upstreams>()
  for (const [caipNetworkId, urls] of options.upstreams) {
    const chain = parseRpcChain(caipNetworkId)
    if (chain) chains.set(caipNetworkId, createUpstreams({ chain, urls, log, onAttempt, signal }))
  }

  const answer = async (c: Context) => {
    const projectId = readProjectId(c)
    const chain = readChain(c)
    const upstreams = chains.get(chain.caipNetworkId)
    if (!upstreams) throw new ServiceError('chain.unsupported')
    await requireProject(c, knownProjects, projectId)
    // One at once, so that what is no request is counted too; the others of a batch as soon as they are counted.
    await spend(rateLimit, projectId, 1)
    const calls = readCalls(await readText(c, REQUEST_MAX_BYTES))
    if (calls.entries.length > 1) await spend(rateLimit, projectId, calls.entries.length - 1)

    const reply = await answerCalls(chain, upstreams, calls)
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
