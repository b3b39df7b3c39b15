import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Environment, readEnvironment } from '../../services/src/environment'
import { SecureSiteEnvironment } from '../../services/src/secureSite/environment'
import { ShareEnvironment } from '../../services/src/shares/environment'
import { copyOf, environmentOf, stagesOf } from '../support/containerfile'
import { ROOT, readFiles } from './files'

const GUIDE = 'docs/guides/self-hosting.md'

/** Shared by every process; documented in the services' table. */
const SAID_ONCE = ['HOST', 'LOG_LEVEL', 'CLIENT_REQUESTS_PER_SECOND', 'TRUSTED_PROXIES']

const files = readFiles(['docs/guides', 'services'])
const guide = files.get(GUIDE) ?? ''
const stages = stagesOf(files.get('services/Containerfile') ?? '')
const compose = files.get('services/compose.yaml') ?? ''

interface Schema {
  readonly entries: Readonly<Record<string, object>>
}

/** Each process with the heading of the first column of its table. */
const processes: readonly (readonly [head: string, schema: Schema, elsewhere: readonly string[]])[] = [
  ['variable', Environment, []],
  ['of the secure site', SecureSiteEnvironment, SAID_ONCE],
  ['of a share store', ShareEnvironment, SAID_ONCE],
]

/** The rows of the table whose first column has that heading, without header and separator. */
function documented(head: string) {
  const tables = guide.match(new RegExp(`^\\| ${head} .*\\n(?:\\|.*\\n?)+`, 'gm')) ?? []
  expect(tables).toHaveLength(1)
  const rows = (tables[0] ?? '').trim().split('\n').slice(2)
  return rows.map((row) => {
    const [, name = '', standard = ''] = row.split('|').map((cell) => cell.trim())
    return { name: name.replaceAll('`', ''), standard }
  })
}

test.each(processes)(
  'the table in the guide lists exactly the variables that a process reads: %s',
  (head, schema, elsewhere) => {
    const names = documented(head).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(5)
    expect([...names, ...elsewhere].sort()).toEqual(Object.keys(schema.entries).sort())
  },
)

test.each(processes)(
  'the defaults in the table of the guide are the real defaults of the process: %s',
  (head, { entries }) => {
    const wrong = documented(head).filter(({ name, standard }) => {
      const { default: value }: { readonly default?: unknown } = entries[name] ?? {}
      return value === undefined ? !/^(none|all)\b/.test(standard) : standard !== `\`${value}\``
    })
    expect(wrong).toEqual([])
  },
)

describe('the container file', () => {
  const copies = stages.flatMap((steps) => steps.filter(({ name }) => name === 'COPY').map(copyOf))

  test('copies only files that exist, and the ignore file lets through just these', () => {
    const sources = copies.filter(({ from }) => !from).flatMap((copy) => copy.sources)
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([])
    const lines = (readFiles().get('.containerignore') ?? '').split('\n').filter((line) => /^[^#]/.test(line))
    expect(lines[0]).toBe('*')
    const letThrough = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    expect(letThrough.sort()).toEqual([...sources].sort())
  })

  test('runs as an unprivileged user, on pinned versions, with a readiness check', () => {
    const last = stages.at(-1) ?? []
    expect(last.find(({ name }) => name === 'USER')?.rest).toBe('node')
    expect(last.find(({ name }) => name === 'HEALTHCHECK')?.rest).toContain('/readyz')
    expect(stages.length).toBe(2)
    for (const [from] of stages) expect(from?.rest).toMatch(/^node:\d+\.\d+\.\d+-slim( AS \w+)?$/)
  })

  test('sets only variables that the services know', () => {
    const { NODE_ENV, ...environment } = environmentOf(stages.at(-1) ?? [])
    expect(NODE_ENV).toBe('production')
    const known = processes.flatMap(([, { entries }]) => Object.keys(entries))
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
    expect(readEnvironment(environment)).toMatchObject({ port: 4302, hostname: '0.0.0.0', dataDir: '/data' })
  })
})

describe('the example with Postgres and Redis', () => {
  /** Each value made as its comment says. */
  const answers: Readonly<Record<string, string>> = {
    PROJECT_ID: '0'.repeat(32),
    RELAY_PUBLIC_URL: 'wss://wallet.example/relay',
    RPC_UPSTREAMS: 'eip155:1=https://node.example;eip155:8453=https://base.example',
  }
  const SECRET = '0123456789abcdef'.repeat(4)
  const block = /^ {2}environment:\n((?: {4}.+\n)+)/m.exec(compose)?.[1] ?? ''
  const environment = Object.fromEntries(
    [...block.matchAll(/^ {4}(\w+): "?([^"\n]+)"?$/gm)].map(([, name, value = '']) => [
      name,
      value.replace(/\$\{(\w+):\?\}/g, (_, key: string) => answers[key] ?? SECRET),
    ]),
  )

  test('sets only variables that the services know', () => {
    expect(Object.keys(environment).length).toBeGreaterThan(5)
    expect(Object.keys(environment).filter((name) => !(name in Environment.entries))).toEqual([])
    expect(readEnvironment(environment)).toMatchObject({
      databaseUrl: `postgres://portico:${SECRET}@postgres:5432/portico`,
      relay: { redisUrl: `redis://:${SECRET}@redis:6379`, trustedProxies: 1 },
      auth: { secret: SECRET },
    })
  })

  test('requires only variables that its first lines name', () => {
    const asked = [...compose.matchAll(/\$\{(\w+)[^}]*\}/g)].map(([, name = '']) => name)
    const comment = compose.slice(0, compose.indexOf('\nname:'))
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((name) => !new RegExp(`\\b${name}\\b`).test(comment))).toEqual([])
  })
})
