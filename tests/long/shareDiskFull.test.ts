import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { canMakeSmallDisk, makeSmallDisk } from '../../services/testing/smallDisk.ts'
import { calls, newShare, newSigner, startShares } from '../../services/testing/startShares.ts'

jest.setTimeout(90_000)

const { skip } = test
if (!canMakeSmallDisk) console.log('No disk can be mounted here: what a full disk does is counted as skipped.')

;(canMakeSmallDisk ? test : skip)(
  'a share store on a full disk refuses new shares with the reason, is not ready, and loses no share',
  async () => {
    const disk = await makeSmallDisk(200)
    try {
      const store = await startShares('auth', { dataDir: join(disk.folder, 'data'), databaseUrl: undefined })
      const frame = await newSigner()
      const [first, second] = [randomUUID(), randomUUID()]
      const split = { splitId: randomUUID(), share: newShare() }
      expect((await store.ask(first, frame, calls.put(split))).status).toBe(201)

      disk.fill(0)
      const refused = await store.ask(second, frame, calls.put({ splitId: randomUUID(), share: newShare() }))
      expect([refused.status, refused.body]).toEqual([
        503,
        { error: { code: 'storage.full', message: expect.stringContaining('full') } },
      ])
      expect((await fetch(`${store.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${store.url}/healthz`)).status).toBe(200)

      disk.makeRoom()
      expect((await fetch(`${store.url}/readyz`)).status).toBe(200)
      expect((await store.ask(second, frame, calls.put(split))).status).toBe(201)
      expect((await store.ask(first, frame, calls.release)).body).toEqual({ current: split, next: null })
      await store.close()
    } finally {
      await disk.remove()
    }
  },
)
