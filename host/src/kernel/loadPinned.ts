import { isModalError, ModalError } from '@portico/contracts'

/** How long a file of a remote may take. */
export const REMOTE_TIMEOUT_MS = 8_000

/** A pinned file that did not come or was not what was pinned, as the bundler tells it: its `ChunkLoadError`. */
interface FileError {
  readonly request: string
  readonly type: 'timeout' | 'error' | 'missing'
}

export const fileError = (request: string, type: FileError['type'], cause?: unknown): Error & FileError =>
  Object.assign(new Error(`${request}: ${type}`, { cause }), { request, type })

const isFileError = (error: unknown): error is FileError => typeof (error as Partial<FileError>)?.request === 'string'

/**
 * Loads pinned code or data; a file that fails is fetched once past the browser's cache and tried again. That cache may
 * hold bytes that were changed on their way, for as long as an immutable path is kept, and asking again without the hash
 * also tells a wrong hash and a dead network apart.
 * @throws ModalError `remote.timeout`, `remote.unreachable`, `remote.blocked`; what is no matter of a file is thrown on
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
