import { defineScript } from '@redis/client'

/**
 * The layout of a topic in Redis. Redis itself expires each message; the index keeps the order. The braces keep the
 * keys of a topic on one node.
 *
 * - `portico:relay:{topic}` stream: one entry per message, with `id` and `bytes`, oldest first
 * - `portico:relay:{topic}:bytes` string: the sum of the bytes
 * - `portico:relay:{topic}:<id>` hash: `body` (JSON of a `RelayMessage`), `publisher`, `acknowledged` once any client
 *   has acknowledged the message, and `acknowledged:<client id>` for each of these clients
 * - `portico:relay:<topic>` channel: the body of each new message
 * - `portico:relay:from:<address>` hash: the bytes of the address's publications by expiry (seconds since 1970)
 */
const indexKey = (topic: string) => `portico:relay:{${topic}}`
export const channelOf = (topic: string) => `portico:relay:${topic}`

const addressKey = (address: string) => `portico:relay:from:${address}`

/**
 * Takes room for a publication. Rounds expiries to the second up to five minutes, and to the hour beyond, so that there
 * are few different expiries. Publications that the topic refuses count too.
 */
const TAKE_ROOM = `
local bytes, ttl, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now, used = tonumber(redis.call('TIME')[1]), 0
local ends = redis.call('HGETALL', KEYS[1])
for i = 1, #ends, 2 do
  if tonumber(ends[i]) <= now then redis.call('HDEL', KEYS[1], ends[i]) else used = used + tonumber(ends[i + 1]) end
end
if used + bytes > max then return 0 end

local step = ttl <= 300000 and 1 or 3600
local endsAt = math.ceil((now + ttl / 1000) / step) * step
redis.call('HINCRBY', KEYS[1], endsAt, bytes)
if redis.call('TTL', KEYS[1]) < endsAt - now then redis.call('EXPIREAT', KEYS[1], endsAt) end
return 1
`

const PUBLISH = `
local index, size, prefix = KEYS[1], KEYS[1] .. ':bytes', KEYS[1] .. ':'
local id, body, publisher, channel = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local bytes, ttl, maxCount, maxBytes = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])

if redis.call('EXISTS', prefix .. id) == 1 then return 'known' end

local count, used = redis.call('XLEN', index), tonumber(redis.call('GET', size) or '0')
local function fits() return count < maxCount and used + bytes <= maxBytes end
if not fits() then
  for _, entry in ipairs(redis.call('XRANGE', index, '-', '+')) do
    local message, length = prefix .. entry[2][2], tonumber(entry[2][4])
    if redis.call('EXISTS', message) == 0 or redis.call('HEXISTS', message, 'acknowledged') == 1 then
      redis.call('DEL', message)
      redis.call('XDEL', index, entry[1])
      count, used = count - 1, used - length
      if fits() then break end
    end
  end
end
local lifetime = math.max(ttl, redis.call('PTTL', index))
if not fits() then
  redis.call('SET', size, used, 'PX', lifetime)
  return 'full'
end

redis.call('HSET', prefix .. id, 'body', body, 'publisher', publisher)
redis.call('PEXPIRE', prefix .. id, ttl)
redis.call('XADD', index, '*', 'id', id, 'bytes', bytes)
redis.call('PEXPIRE', index, lifetime)
redis.call('SET', size, used + bytes, 'PX', lifetime)
redis.call('PUBLISH', channel, body)
return 'kept'
`

const FETCH = `
local bodies = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  local message = KEYS[1] .. ':' .. entry[2][2]
  local fields = redis.call('HMGET', message, 'body', 'publisher', 'acknowledged:' .. ARGV[1])
  if fields[1] and fields[2] ~= ARGV[1] and not fields[3] then bodies[#bodies + 1] = fields[1] end
end
return bodies
`

const ACKNOWLEDGE = `
local message = KEYS[1] .. ':' .. ARGV[1]
if redis.call('EXISTS', message) == 0 then return 0 end
redis.call('HSET', message, 'acknowledged', 1, 'acknowledged:' .. ARGV[2], 1)
return 1
`

export interface PublishArguments {
  readonly topic: string
  readonly id: string
  readonly body: string
  readonly publisher: string
  readonly bytes: number
  readonly ttlMs: number
  readonly maxCount: number
  readonly maxBytes: number
}

/** Each script runs atomically, so that no process sees another's partial changes. */
export const scripts = {
  takeRoom: defineScript({
    SCRIPT: TAKE_ROOM,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, address: string, bytes: number, ttlMs: number, maxBytes: number) {
      parser.pushKey(addressKey(address))
      parser.push(`${bytes}`, `${ttlMs}`, `${maxBytes}`)
    },
    transformReply: (reply: unknown) => reply === 1,
  }),
  keepMessage: defineScript({
    SCRIPT: PUBLISH,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, { topic, id, body, publisher, bytes, ttlMs, maxCount, maxBytes }: PublishArguments) {
      parser.pushKey(indexKey(topic))
      parser.push(id, body, publisher, channelOf(topic), `${bytes}`, `${ttlMs}`, `${maxCount}`, `${maxBytes}`)
    },
    transformReply: (reply: unknown) => String(reply) as 'kept' | 'known' | 'full',
  }),
  waitingFor: defineScript({
    SCRIPT: FETCH,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, topic: string, clientId: string) {
      parser.pushKey(indexKey(topic))
      parser.push(clientId)
    },
    transformReply: (reply: unknown) => (reply as unknown[]).map(String),
  }),
  acknowledge: defineScript({
    SCRIPT: ACKNOWLEDGE,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, topic: string, messageId: string, clientId: string) {
      parser.pushKey(indexKey(topic))
      parser.push(messageId, clientId)
    },
    transformReply: (reply: unknown) => reply === 1,
  }),
}
