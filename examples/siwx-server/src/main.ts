import { serve } from '@hono/node-server'
import { createApp } from './app.ts'

const port = Number(process.env.PORT ?? 3000)

/** `eip155:1=https://node.example,eip155:10=…` */
const rpcUrls = Object.fromEntries(
  (process.env.RPC_URLS ?? '')
    .split(',')
    .filter((row) => row.includes('='))
    .map((row) => [row.slice(0, row.indexOf('=')).trim(), row.slice(row.indexOf('=') + 1).trim()]),
)

const chainIds = process.env.CHAIN_IDS?.split(',').map((id) => id.trim()) ?? [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
]

const domain = process.env.DOMAIN ?? `localhost:${port}`
const { HOSTED_API: api, PROJECT_ID: projectId, ORIGIN: origin = `https://${domain}` } = process.env
const hosted = api && projectId ? { api, projectId, origin } : undefined

const app = createApp({ domain, chainIds, rpcUrls, hosted })
serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}`))
