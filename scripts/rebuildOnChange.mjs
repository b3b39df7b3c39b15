import { watch } from 'node:fs'
import { isSource } from './build/sources.mjs'

/** Editors write a file in several steps, followed by formatters. */
const QUIET_MS = 100

/**
 * Builds after each change; changes during a build are built together afterwards. An error is shown, because the next
 * change may mend it: a half-saved file, or an index that cannot be signed.
 * @param {readonly string[]} folders
 * @param {() => Promise<unknown>} build
 * @returns {() => Promise<void>} ends it, and resolves when no build is running
 */
export function rebuildOnChange(folders, build) {
  let isWanted = false
  /** @type {Promise<void> | undefined} */
  let building
  /** @type {NodeJS.Timeout | undefined} */
  let quiet

  async function rebuild() {
    while (isWanted) {
      isWanted = false
      await build().catch((error) => console.error(error instanceof Error ? error.message : error))
    }
  }

  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (file && !isSource(file)) return
      isWanted = true
      clearTimeout(quiet)
      quiet = setTimeout(() => {
        building ??= rebuild().finally(() => {
          building = undefined
        })
      }, QUIET_MS)
    }),
  )
  return async () => {
    isWanted = false
    clearTimeout(quiet)
    for (const watcher of watchers) watcher.close()
    await building
  }
}
