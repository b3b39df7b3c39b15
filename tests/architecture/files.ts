import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** Path from the repository root, with forward slashes → text. Rules read only this, so tests can pass made-up files. */
export type Files = ReadonlyMap<string, string>

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'screens', '.git', '.cache', '.portico'])
const TEXT = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|css|json|svg|md|html|sol|sh|yml|yaml)$|(^|\/)\.?[A-Za-z]+$/

/** Every text file of this repository below `folders`, or all of them. */
export function readFiles(folders: readonly string[] = ['']): Files {
  const files = new Map<string, string>()
  const read = (folder: string) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !NOT_OURS.has(entry.name)) read(path)
      else if (entry.isFile() && TEXT.test(path)) files.set(path, readFileSync(join(ROOT, path), 'utf8'))
    }
  }
  // Some folders of the layout may be missing.
  for (const folder of folders) if (existsSync(join(ROOT, folder))) read(folder)
  return files
}

export const isCode = (path: string) => /\.[cm]?[jt]sx?$/.test(path)
export const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)

/** Checks all files and returns one sentence per violation. */
export type Rule = (files: Files) => string[]

/** Made-up files that show that a rule catches violations. */
export const fixture = (files: Readonly<Record<string, string>>): Files => new Map(Object.entries(files))
