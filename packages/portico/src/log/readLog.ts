import { LogError, type ReadFile } from '@portico/log'
import { fetchFile, Unreachable } from '../site/fetchFile.ts'

/** Reads the files of a log on a server. @param url with a slash at the end */
export const readerOf =
  (url: string): ReadFile =>
  async (path) => {
    try {
      return new Uint8Array(await fetchFile(url + path))
    } catch (cause) {
      if (cause instanceof Unreachable) throw new LogError('log.unreachable', `${cause.message}.`, { cause })
      throw cause
    }
  }
