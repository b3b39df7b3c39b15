import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOME, messageOf } from '../../testing/mailboxSuite.ts'
import { newTopic } from '../../testing/relayClient.ts'
import { createLog } from '../log.ts'
import { openKeptMailbox } from './keepMessages.ts'
import { RELAY_LIMITS } from './limits.ts'

const lines: string[] = []
const log = createLog('info', (line) => lines.push(line))
let folder: string

beforeEach(async () => {
  lines.length = 0
  folder = await mkdtemp(join(tmpdir(), 'portico-relay-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = () => openKeptMailbox(folder, RELAY_LIMITS, log)

test('messages that wait when the relay is stopped still wait after a restart, for the same clients', async () => {
  const topic = newTopic()
  const first = await open()
  await first.publish({ ...messageOf(topic, 'one'), attestation: 'signed' }, 60_000, HOME)
  await first.publish(messageOf(topic, 'two'), 60_000, HOME)
  await first.publish(messageOf(topic, 'over'), 1, HOME)
  await first.acknowledge(topic, messageOf(topic, 'one').id, 'bob')
  await first.close()

  const [file = ''] = await readdir(folder)
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  const second = await open()
  expect(await readdir(folder)).toEqual([])
  expect((await second.fetch(topic, 'bob')).map(({ message }) => message)).toEqual(['two'])
  expect(await second.fetch(topic, 'carol')).toMatchObject([
    { message: 'one', attestation: 'signed' },
    { message: 'two' },
  ])
  await second.close()
})

test('a relay without messages leaves no file', async () => {
  await (await open()).close()
  expect(await readdir(folder)).toEqual([])
})

test('an unwritable folder is reported, and the relay still stops', async () => {
  const mailbox = await open()
  await mailbox.publish(messageOf(newTopic(), 'one'), 60_000, HOME)
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  await mailbox.close()
  expect(lines).toEqual([expect.stringContaining('cannot be written')])
})

test.each(['', '{', '[{}]'])('an unreadable file (%s) is ignored, and reported in the log', async (text) => {
  const mailbox = await open()
  await mailbox.publish(messageOf(newTopic(), 'one'), 60_000, HOME)
  await mailbox.close()
  const [file = ''] = await readdir(folder)
  expect(await readFile(join(folder, file), 'utf8')).toContain('one')
  await writeFile(join(folder, file), text)
  await (await open()).close()
  expect(lines).toEqual([expect.stringContaining('cannot be read')])
  expect(await readdir(folder)).toEqual([])
})
