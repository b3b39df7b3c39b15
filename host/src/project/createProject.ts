import { ModalError } from '@portico/contracts'
import type { ProjectConfig } from '@portico/contracts/services/projectConfig'
import { within } from '../async/within.ts'
import { alertOnce } from '../feedbackSlice.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import { ask } from '../loader/protocol.ts'
import type { ResolvedOptions } from '../options/readOptions.ts'
import type { Storage } from '../storage.ts'
import type { ShellStore } from '../store.ts'
import { resolveFeatures } from './features.ts'
import { ALERTS, type Fetched, parseConfig, readConfig, wireParameters } from './fetchConfig.ts'
import { featuresResolved, type ProjectState } from './projectSlice.ts'

/** A response within this time after opening changes what is shown; a later response is used at the next opening. */
export const CONFIG_WAIT_MS = 300

interface Surroundings {
  readonly store: ShellStore
  readonly storage: Storage
  readonly options: ResolvedOptions
  /** The widget's name and version, as sent in requests (services.md §3). */
  readonly sdkVersion: string
}

export interface Project {
  /** Uses a pending request, or sends one. Settles when the response has been applied. */
  refresh(request?: Promise<Response>): Promise<void>
  /**
   * Raises an alert if the project does not allow the page's origin (rules.md §5), and determines whether the embedded
   * wallet's frame refuses the page. The origins are requested once, if email or social login is on. Does not switch
   * features, so no opening waits for it.
   */
  checkOrigin(): Promise<void>
  /** Called when the modal opens: applies a response held back, and lets one that arrives soon still take effect. */
  opening(): void
  /** Settles when the first response has been applied, or on time-out. */
  untilAnswered(): Promise<unknown>
  /** Stops waiting for the configuration; the local options then apply. */
  doWithout(): void
}

/**
 * Decides which features are on. Connect is first rendered with the last good configuration, or else with local
 * options. A response that arrives while the modal is open applies at the next opening, except that features are
 * switched off at once.
 */
export function createProject({ store, storage, options, sdkVersion }: Surroundings): Project {
  const parameters = wireParameters(options.projectId, sdkVersion)
  const warned = new Set<string>()
  let openedAt = 0
  let heldBack: { config: ProjectConfig; source: ProjectState['source'] } | undefined

  /** Warns once, and only in the console. */
  const warnOnce = (error: ModalError) => {
    if (warned.has(error.message)) return
    warned.add(error.message)
    console.warn('[portico]', error.message, error.details)
  }
  const alert = (error: ModalError, variant?: 'warning') => store.dispatch(alertOnce(error, variant))

  const resolve = (config: ProjectConfig | undefined) =>
    resolveFeatures(config, options.localFeatures, options.basic, options.remotes)

  function apply(config: ProjectConfig | undefined, source: ProjectState['source']): void {
    const { ignored, unknown, ...resolved } = resolve(config)
    if (ignored.length) {
      alert(new ModalError('config.localIgnored', { details: { names: ignored.join(', ') } }), 'warning')
    }
    if (unknown.length) warnOnce(new ModalError('config.unknown', { details: { names: unknown.join(', ') } }))
    const { remotes: switches, restrictedTimeZones, healthPercent } = config ?? {}
    store.dispatch(featuresResolved({ ...resolved, switches, restrictedTimeZones, healthPercent, source }))
  }

  /** Applies at once only the part of a late response that switches features off, or restricts them by time zone. */
  function applySwitchOffs(config: ProjectConfig): void {
    const now = store.getState().project
    const next = resolve(config)
    const offOf = <T extends object>(record: T) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value === false))
    const features = { ...now.features, ...offOf(next.features) }
    // A remote that the new configuration no longer switches on has its own default again.
    const kept = Object.entries(now.others ?? {}).filter(([id, isOn]) => !isOn || next.others?.[id])
    const others = now.others && { ...Object.fromEntries(kept), ...offOf(next.others ?? {}) }
    store.dispatch(featuresResolved({ ...now, features, others, heldBack: config }))
  }

  function receive(answer: Fetched<ProjectConfig>): void {
    if (!answer.ok) {
      if (answer.reason !== 'other') alert(new ModalError(ALERTS[answer.reason], { cause: answer.cause }))
      else warnOnce(new ModalError('service.unreachable', { details: { cause: String(answer.cause) } }))
      if (store.getState().project.source === 'none') apply(undefined, 'local')
      return
    }
    storage.write('projectConfig', { body: answer.body })
    const { router, project } = store.getState()
    const isLate = router.isOpen && project.source !== 'none' && Date.now() - openedAt > CONFIG_WAIT_MS
    if (isLate) {
      heldBack = { config: answer.value, source: 'fresh' }
      applySwitchOffs(answer.value)
    } else apply(answer.value, 'fresh')
  }

  let originsChecked = false
  async function checkOrigin(): Promise<void> {
    const { email, socials } = store.getState().project.features
    if (originsChecked || !(email || socials)) return
    originsChecked = true
    const request = ask(`${options.endpoints.api}projects/v1/origins?${parameters}`)
    const code = () => import(/* webpackChunkName: "site" */ './checkOrigin.ts')
    // If this code cannot be loaded, only the alerts are missing.
    const site = await loadPinned(code).catch(() => undefined)
    await site?.checkOrigin(store, request)
  }

  function keptConfig(): ProjectConfig | undefined {
    try {
      return parseConfig(JSON.parse(storage.read('projectConfig')?.body ?? 'null'))
    } catch {
      return undefined
    }
  }

  const kept = keptConfig()
  if (options.basic || !options.projectId) apply(undefined, 'local')
  else if (kept) apply(kept, 'kept')

  async function refresh(request?: Promise<Response>): Promise<void> {
    if (options.basic || !options.projectId) return
    receive(await readConfig(request ?? ask(`${options.endpoints.api}appkit/v1/config?${parameters}`)))
  }
  let first: Promise<void> | undefined

  return {
    refresh(request) {
      const answered = refresh(request)
      first ??= answered
      return answered
    },
    untilAnswered: () => within(first, CONFIG_WAIT_MS, () => undefined),
    checkOrigin,
    doWithout() {
      if (store.getState().project.source === 'none') apply(undefined, 'local')
    },
    opening() {
      openedAt = Date.now()
      if (heldBack) apply(heldBack.config, heldBack.source)
      heldBack = undefined
    },
  }
}
