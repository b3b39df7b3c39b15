import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only root can mount, and only Linux has this kind of disk. */
export const canMakeSmallDisk = process.platform === 'linux' && process.getuid?.() === 0

const FILLER = 'filler'

export interface SmallDisk {
  readonly folder: string
  /** Leaves at most this many bytes free. */
  fill(free: number): void
  /** Removes the files of `fill`. */
  makeRoom(): void
  remove(): Promise<void>
}

/** A separate disk, so that filling it harms nothing else. */
export async function makeSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, FILLER)
  const makeRoom = () => rmSync(filler, { force: true })
  return {
    folder,
    makeRoom,
    fill(free) {
      makeRoom()
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(Math.max(bavail * bsize - free, 0)))
    },
    async remove() {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}
