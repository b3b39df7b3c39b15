import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { array, number, object, string } from 'valibot'
import { jsonIn, matching } from '../json.ts'
import type { Log } from '../log.ts'
import type { RelayLimits } from './limits.ts'
import { type Mailbox, RelayMessage } from './mailbox.ts'
import { createMemoryMailbox, type KeptMessage } from './memoryMailbox.ts'

const FILE = 'relay-messages.json'

const Contents = array(object({ ...RelayMessage.entries, expiresAt: number(), acknowledgedBy: array(string()) }))

async function take(file: string, log: Log): Promise<KeptMessage[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  // The file is removed once it is read, because it would be outdated after a crash.
  await rm(file)
  const contents = matching(Contents, jsonIn(text))
  if (contents) return contents.filter(({ expiresAt }) => expiresAt > Date.now())
  log.warn('the messages that the relay had kept cannot be read')
  return []
}

/**
 * A mailbox in memory that is saved to a folder when it closes, and restored when it opens. A process that is stopped
 * loses nothing; a process that is killed loses its waiting messages.
 * @throws Error if the folder cannot be read
 */
export async function openKeptMailbox(folder: string, limits: RelayLimits, log: Log): Promise<Mailbox> {
  const file = join(folder, FILE)
  const mailbox = createMemoryMailbox(limits, await take(file, log))
  return {
    ...mailbox,
    async close() {
      await mailbox.close()
      const contents = mailbox.contents()
      if (contents.length === 0) return
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(file, JSON.stringify(contents), { mode: 0o600 })
      } catch (error) {
        // The error is not thrown, because the rest of the process still has to be closed.
        log.error('the messages that wait in the relay are lost: they cannot be written', { error })
      }
    },
  }
}
