import { fdatasyncSync, fsyncSync } from 'node:fs'
import type { NodeFS } from '@electric-sql/pglite/nodefs'

/** The permission bits of everyone except the owner. */
const OTHERS = 0o077

const DIRECTORY = 0o040000
const FILE_TYPE = 0o170000

/** The engine's codes for ENOSPC, EDQUOT and EFBIG. */
const NO_ROOM = new Set([51, 19, 22])

/** Those fields of an engine's open file that are used here. */
interface OpenFile {
  /** The file descriptor in Node. */
  readonly nfd: number
  readonly path: string
  readonly node: { readonly mode: number }
}

interface FileAttributes {
  mode?: number
}

/** The part of the engine's folder access used here. It belongs to Emscripten, and there are no types for it. */
interface FolderAccess {
  readonly node_ops: {
    mknod(parent: unknown, name: string, mode: number, device: number): unknown
    setattr(node: unknown, attributes: FileAttributes): void
  }
  readonly stream_ops: {
    fsync?(file: OpenFile): number
    setattr(file: OpenFile, attributes: FileAttributes): void
    write(file: OpenFile, buffer: unknown, offset: number, length: number, position: number): number
  }
}

interface EngineFileTable {
  readonly streams: readonly (OpenFile | null | undefined)[]
  close(file: OpenFile): void
}

export interface EngineFiles {
  /** The value for PGlite's option `fs`. */
  readonly fs: NodeFS
  /** The number of bytes written to the write-ahead log since the last call of `forgetLogBytes`. */
  logBytes(): number
  forgetLogBytes(): void
  /** Whether a write has failed for lack of room. */
  hasRunOutOfRoom(): boolean
  /** Closes the files that the engine has left open. To be called once the engine is no longer used. */
  closeAll(): void
}

const withoutOthers = (attributes: FileAttributes): FileAttributes =>
  attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS }

function syncToDisk({ nfd, node }: OpenFile) {
  if ((node.mode & FILE_TYPE) !== DIRECTORY) fdatasyncSync(nfd)
  // Windows persists folder entries itself.
  else if (process.platform !== 'win32') fsyncSync(nfd)
  return 0
}

/** The engine's folder access. PGlite's default ignores sync requests, and leaves file permissions to the umask. */
export async function createEngineFiles(folder: string): Promise<EngineFiles> {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs')
  let logBytes = 0
  let hasRunOutOfRoom = false
  let table: EngineFileTable | undefined

  function change({ node_ops, stream_ops }: FolderAccess) {
    const { mknod, setattr } = node_ops
    const { write, setattr: setattrOfOpen } = stream_ops
    node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device)
    node_ops.setattr = (node, attributes) => setattr(node, withoutOthers(attributes))
    stream_ops.setattr = (file, attributes) => setattrOfOpen(file, withoutOthers(attributes))
    stream_ops.fsync = syncToDisk
    stream_ops.write = (file, ...what) => {
      try {
        const written = write(file, ...what)
        if (file.path.includes('/pg_wal/')) logBytes += written
        return written
      } catch (error) {
        if (NO_ROOM.has((error as { errno?: number }).errno ?? 0)) hasRunOutOfRoom = true
        throw error
      }
    }
  }

  class DurableFiles extends NodeFS {
    override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
      const { emscriptenOpts } = await super.init(pglite, options)
      const mounted: typeof emscriptenOpts.preRun = [
        ...(emscriptenOpts.preRun ?? []),
        (engine) => {
          table = engine.FS
          change(engine.NODEFS)
        },
      ]
      return { emscriptenOpts: { ...emscriptenOpts, preRun: mounted } }
    }
  }

  return {
    fs: new DurableFiles(folder),
    logBytes: () => logBytes,
    forgetLogBytes() {
      logBytes = 0
    },
    hasRunOutOfRoom: () => hasRunOutOfRoom,
    closeAll() {
      for (const file of table?.streams ?? []) {
        try {
          if (file) table?.close(file)
        } catch {
          // The file was already closed.
        }
      }
    },
  }
}
