import { createKnownProjects } from './knownProjects.ts'
import type { Project } from './project.ts'
import { sampleFeatures } from './seedProject.ts'

const SHOP = '1'.repeat(32)
const NEW = '2'.repeat(32)
const clock = { nowMs: 0 }

const projectOf = (id: string): Project => ({
  id,
  isAnalyticsEnabled: false,
  features: sampleFeatures,
  remotes: {},
  allowedOrigins: ['https://shop.example'],
})

/** Projects in a database that counts its queries. */
function projectsWith(...ids: string[]) {
  const state = { ids, queries: 0, isBroken: false }
  const known = createKnownProjects(
    async (projectId) => {
      state.queries++
      if (state.isBroken) throw new Error('connection lost')
      return state.ids.includes(projectId) ? projectOf(projectId) : undefined
    },
    { now: () => clock.nowMs },
  )
  return { state, known }
}

test('a known project costs one query per half minute, however many visitors come', async () => {
  const { state, known } = projectsWith(SHOP)
  await Promise.all([known.require(SHOP), known.require(SHOP), known.require(SHOP)])
  clock.nowMs += 29_999
  await known.require(SHOP)
  expect(state.queries).toBe(1)
  clock.nowMs += 1
  await known.require(SHOP)
  expect(state.queries).toBe(2)
})

test('an unknown project costs one query too, and is found within seconds of being created', async () => {
  const { state, known } = projectsWith(SHOP)
  await expect(known.require(NEW)).rejects.toMatchObject({ code: 'project.unknown' })
  await expect(known.require(NEW)).rejects.toMatchObject({ code: 'project.unknown' })
  expect(state.queries).toBe(1)
  state.ids.push(NEW)
  clock.nowMs += 3_000
  expect((await known.find(NEW))?.allowedOrigins).toEqual(['https://shop.example'])
})

test('after a database failure the next visitor causes a new query', async () => {
  const { state, known } = projectsWith(SHOP)
  state.isBroken = true
  await expect(known.require(SHOP)).rejects.toThrow('connection lost')
  state.isBroken = false
  await known.require(SHOP)
})

test('made-up ids do not fill the memory', async () => {
  const { state, known } = projectsWith(SHOP)
  await known.require(SHOP)
  const madeUp = Array.from({ length: 10_000 }, (_, index) => index.toString(16).padStart(32, '0'))
  await Promise.allSettled(madeUp.map((id) => known.require(id)))
  await known.require(SHOP)
  // The shop's entry was evicted with the rest.
  expect(state.queries).toBe(10_002)
})
