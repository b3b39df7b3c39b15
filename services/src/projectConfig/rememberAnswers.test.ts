import { openFreshDatabase } from '../../testing/databases.ts'
import type { Database } from '../database/openDatabase.ts'
import { createLog } from '../log.ts'
import { changeProject } from './changeProject.ts'
import { type Project, wireOrigins } from './project.ts'
import { rememberAnswers } from './rememberAnswers.ts'
import { seedProject } from './seedProject.ts'

const PROJECT = '1'.repeat(32)
const OTHER = '2'.repeat(32)

let database: Database
beforeAll(async () => {
  database = await openFreshDatabase(createLog('error'))
  for (const projectId of [PROJECT, OTHER]) await seedProject(database.db, { projectId })
}, 30_000)
afterAll(() => database.close())

const allow = (projectId: string, ...allowedOrigins: string[]) =>
  changeProject(database.db, { projectId, actor: 'test', action: 'set the origins' }, (project) => ({
    ...project,
    allowedOrigins,
  }))

/** Simulates a separate process on the same database. */
function startReading() {
  const wire = jest.fn((project: Project) => wireOrigins(project))
  const read = rememberAnswers(database.db, wire)
  return { wire, answer: read, read: async (projectId = PROJECT) => JSON.parse((await read(projectId)).body) }
}

test('the next request sees a change, whichever process made it', async () => {
  const [one, other] = [startReading(), startReading()]
  for (const origin of ['https://a.example', 'https://b.example']) {
    await allow(PROJECT, origin)
    for (const { read } of [one, other]) expect(await read()).toEqual({ allowedOrigins: [origin] })
  }
})

test('an unchanged project is read once, whatever the number of requests', async () => {
  const { read, wire } = startReading()
  await read()
  await allow(OTHER, 'https://other.example')
  await read()
  await read()
  expect(wire).toHaveBeenCalledTimes(1)
  expect(await read(OTHER)).toEqual({ allowedOrigins: ['https://other.example'] })
  expect(wire).toHaveBeenCalledTimes(2)
})

test('the ETag depends on the content: after a change is undone, browser caches are valid again', async () => {
  const { answer } = startReading()
  await allow(PROJECT, 'https://a.example')
  const before = await answer(PROJECT)
  await allow(PROJECT, 'https://b.example')
  expect((await answer(PROJECT)).etag).not.toBe(before.etag)
  await allow(PROJECT, 'https://a.example')
  expect(await answer(PROJECT)).toMatchObject(before)
})

test('a missing project is not cached', async () => {
  const { read } = startReading()
  const projectId = '3'.repeat(32)
  await expect(read(projectId)).rejects.toMatchObject({ code: 'project.unknown' })
  await seedProject(database.db, { projectId })
  expect(await read(projectId)).toEqual({ allowedOrigins: [] })
})
