import { LOADER_PROTOCOL } from '@portico/contracts'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import type { PorticoOptions } from '../options/types.ts'
import type { PorticoModal } from '../site/publicApi.ts'
import { chooseShell } from './chooseShell.ts'
import type { RunPinned } from './pinned.ts'
import { type LoaderContext, type PinnedShell, SCRIPT_ARRIVAL, type Shell } from './protocol.ts'
import { sdkVersion } from './sdkVersion.ts'
import { SHELL_REGISTRY, type ShellRegistry } from './shellRegistry.ts'

/** What the loader's first file passes to the second. */
export interface Start {
  /** The host that the loader was served from, with a trailing slash. */
  readonly host: string
  readonly early: LoaderContext['early']
  readonly first: NonNullable<LoaderContext['first']>
  /** The shell that the loader was built with. */
  readonly shell: PinnedShell
  readonly runPinned: RunPinned
}

const page = globalThis as { [SHELL_REGISTRY]?: ShellRegistry }

/** The page's shell: one that another loader of the same protocol has started, or else one that this loader chooses. */
function shellOf(context: LoaderContext, { shell, runPinned }: Start): Promise<Shell> {
  page[SHELL_REGISTRY] ??= {}
  const shells = page[SHELL_REGISTRY]
  shells[LOADER_PROTOCOL] ??= chooseShell(context, shell, runPinned).catch((error) => {
    // A shell that failed to load is requested again at the next click.
    delete shells[LOADER_PROTOCOL]
    throw error
  })
  return shells[LOADER_PROTOCOL]
}

/**
 * The loader's second file, which decides which shell runs. Resolves to the function that mounts a modal.
 * @throws ModalError `release.shellFailed`, `release.shellRevoked`
 */
export async function start(options: PorticoOptions, given: Start): Promise<(options: PorticoOptions) => PorticoModal> {
  const { host, early, first } = given
  const { releaseKeys: keys = __RELEASE_KEYS__ } = options
  const context = { host, keys, verifyIndex, sdkVersion: sdkVersion(options), early, first }
  const shell = await shellOf(context, given)
  return (options) => shell.mount(options, context)
}

/** Left for the loader's first file, which has pinned this one. */
Object.assign(globalThis, { [SCRIPT_ARRIVAL]: start })
