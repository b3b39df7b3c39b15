import { isModalError, ModalError } from '@portico/contracts'

/** The time-out for one file of a remote. */
export const REMOTE_TIMEOUT_MS = 8_000

/** A pinned file that failed to load or did not match its hash: the bundler's `ChunkLoadError`. */
interface FileError {
  readonly request: string
  readonly type: 'timeout' | 'error' | 'missing'
}

export const fileError = (request: string, type: FileError['type'], cause?: unknown): Error & FileError =>
  Object.assign(new Error(`${request}: ${type}`, { cause }), { request, type })

const isFileError = (error: unknown): error is FileError => typeof (error as Partial<FileError>)?.request === 'string'

/**
 * Loads pinned code or data, and retries a file that failed once, bypassing the browser's cache. The cache may contain
 * corrupted bytes for as long as an immutable path is valid; and a request without the hash tells whether the hash is
 * wrong or the network is down.
 * @throws ModalError `remote.timeout`, `remote.unreachable`, `remote.blocked`; other errors are rethrown
 */
export async function loadPinned<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (isModalError(error) || !isFileError(error)) throw error
    const details = { url: error.request }
    if (error.type === 'timeout') throw new ModalError('remote.timeout', { details, cause: error })
    const fresh = await fetch(error.request, {
      cache: 'reload',
      credentials: 'omit',
      signal: AbortSignal.timeout(REMOTE_TIMEOUT_MS),
    }).catch(() => undefined)
    if (!fresh?.ok) throw new ModalError('remote.unreachable', { details, cause: error })
    try {
      return await load()
    } catch (cause) {
      throw isFileError(cause) ? new ModalError('remote.blocked', { details, cause }) : cause
    }
  }
}
