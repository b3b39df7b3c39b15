import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogError, utf8 } from '../src/index.ts'
import { contentOf, readSigner } from '../src/node/index.ts'

/** The key of the example in Go's `golang.org/x/mod/sumdb/note`. */
export const SKEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
export const signer = readSigner(SKEY)

/** The entries of `vectors.go`. */
export const entriesOf = (from: number, to: number): Uint8Array[] =>
  Array.from({ length: to - from }, (_, at) => utf8(`entry ${from + at}`))

/** Reads a log in a folder as a client would read it from a server. */
export const readerOf = (folder: string) => async (path: string) => {
  const content = contentOf(join(folder, path))
  if (!content) throw new LogError('log.unreachable', `${path} answers 404.`)
  return content
}

/** Folders that `remove` deletes again. */
export function createFolders() {
  const made: string[] = []
  return {
    make() {
      const folder = mkdtempSync(join(tmpdir(), 'portico-log-'))
      made.push(folder)
      return folder
    },
    remove() {
      for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The code of the error with which something fails. */
export async function codeOf(failing: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof failing === 'function' ? failing() : failing)
  } catch (error) {
    if (error instanceof LogError) return error.code
    throw error
  }
  return 'nothing'
}
