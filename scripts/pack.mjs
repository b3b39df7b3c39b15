/**
 * `node scripts/pack.mjs [<folder>]`: packs `@portico/contracts` and `@portico/remote` for remotes in repositories of their
 * own, by default into `dist/packages`. The contracts are TypeScript here; the packed package has ES modules with
 * declarations.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain, runMain } from './main.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const CONTRACTS = join(ROOT, 'shared-contracts')
const REMOTE = join(ROOT, 'packages/remote')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const FLAGS =
  '--ignoreConfig --target es2022 --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler --jsx react-jsx --strict --noUncheckedIndexedAccess --skipLibCheck --allowImportingTsExtensions --rewriteRelativeImportExtensions --verbatimModuleSyntax --resolveJsonModule --isolatedModules --declaration --types node,jest'

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'))
const writeJson = (/** @type {string} */ path, /** @type {object} */ value) =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** @param {string} folder @param {RegExp} name @returns {string[]} paths of the files, without tests and packages */
const filesIn = (folder, name) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => name.test(file) && !/\.test\.tsx?$|(^|[/\\])node_modules[/\\]/.test(file),
  )

/**
 * A file of the package in the form in which it is packed.
 * @param {string} file as `exports` names it in this repository
 */
const packedFile = (file) =>
  /\.d\.ts$|\.json$/.test(file)
    ? file
    : { types: file.replace(/\.tsx?$/, '.d.ts'), default: file.replace(/\.tsx?$/, '.js') }

/** @param {string} to @throws Error with the compiler's output */
function stageContracts(to) {
  const sources = filesIn(CONTRACTS, /\.tsx?$/)
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, ...FLAGS.split(' '), '--rootDir', CONTRACTS, '--outDir', to, ...sources],
    { cwd: CONTRACTS, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The contracts could not be compiled:\n${stdout}`)
  // The compiler leaves `.ts` in declarations.
  for (const file of filesIn(to, /\.d\.ts$/)) {
    const text = readFileSync(join(to, file), 'utf8')
    writeFileSync(join(to, file), text.replace(/((?:from |import\()['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2'))
  }
  for (const file of [...filesIn(CONTRACTS, /\.css$/), 'css.d.ts', 'preview/en.json']) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(CONTRACTS, file), join(to, file))
  }
  const { private: _, exports, ...manifest } = readJson(join(CONTRACTS, 'package.json'))
  writeJson(join(to, 'package.json'), {
    ...manifest,
    exports: {
      ...Object.fromEntries(Object.entries(exports).map(([name, file]) => [name, packedFile(file)])),
      './package.json': './package.json',
    },
  })
}

/** @param {string} to */
function stageRemote(to) {
  cpSync(REMOTE, to, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  const { private: _, ...manifest } = readJson(join(REMOTE, 'package.json'))
  writeJson(join(to, 'package.json'), manifest)
}

/**
 * Packs both packages.
 * @param {string} folder is created
 * @returns {string[]} the names of the files in it
 */
export function pack(folder) {
  mkdirSync(folder, { recursive: true })
  return [stageContracts, stageRemote].map((stage) => {
    const staged = mkdtempSync(join(tmpdir(), 'portico-pack-'))
    try {
      stage(staged)
      cpSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'))
      const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
        cwd: staged,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [{ filename }] = JSON.parse(output)
      return filename
    } finally {
      rmSync(staged, { recursive: true, force: true })
    }
  })
}

function main() {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist/packages'))
  for (const file of pack(folder)) console.log(join(folder, file))
}

if (isMain(import.meta.url)) runMain(main)
