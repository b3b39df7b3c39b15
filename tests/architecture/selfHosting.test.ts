import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { string } from 'valibot'
import { GUIDE, withVariableTables } from '../../scripts/guides.mjs'
import { Environment, readEnvironment, VARIABLES } from '../../services/src/environment'
import { SecureSiteEnvironment } from '../../services/src/secureSite/environment'
import { ShareEnvironment } from '../../services/src/shares/environment'
import { rowsOf } from '../../services/src/variables'
import { copyOf, environmentOf, stagesOf } from '../support/containerfile'
import { ROOT, readFiles } from './files'

const files = readFiles(['docs/guides', 'services'])
const guide = files.get(GUIDE) ?? ''
const stages = stagesOf(files.get('services/Containerfile') ?? '')
const compose = files.get('services/compose.yaml') ?? ''

const processes = [Environment, SecureSiteEnvironment, ShareEnvironment]

test('the tables of variables in the guide are those that "npm run guides" writes', () => {
  expect(guide).toBe(withVariableTables(guide))
})

test('every variable has a description, and the services’ table lists each variable once', () => {
  const names = VARIABLES.flatMap(({ entries }) => rowsOf(entries).map(({ name }) => name))
  expect(names.sort()).toEqual(Object.keys(Environment.entries).sort())
})

test('a variable without a description is noticed', () => {
  expect(() => rowsOf({ PORT: string() })).toThrow('PORT has no description.')
})

describe('the container file', () => {
  const copies = stages.flatMap((steps) => steps.filter(({ name }) => name === 'COPY').map(copyOf))

  test('copies only files that exist, and the ignore file lets only those files through', () => {
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
    const known = processes.flatMap(({ entries }) => Object.keys(entries))
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
    expect(readEnvironment(environment)).toMatchObject({ port: 4302, hostname: '0.0.0.0', dataDir: '/data' })
  })
})

describe('the example with Postgres and Redis', () => {
  /** A value for each variable, made as the variable's comment says. */
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
