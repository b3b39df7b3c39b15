/** For a bug report. Contains no address and no code, but the names of the site's networks. */
export interface Diagnostics {
  /** The shell's version. */
  readonly shell: string
  /** The version of the contract between shell and remotes. */
  readonly contract: string
  readonly host: string
  /** Where the features' state comes from: the site's options, the configuration of an earlier visit, or a fresh one. */
  readonly configuration: 'none' | 'local' | 'kept' | 'fresh'
  /** `verified`, or the code of the error for which the release index, or a part of it, is missing. */
  readonly releases: string
  /** The code of the error for which the newest release index or its timestamp was refused. The last good index is used. */
  readonly refused?: string | undefined
  /** Empty until the modal has been opened and the code for remotes has loaded. */
  readonly remotes: readonly RemoteDiagnosis[]
  /** The hosts that the modal uses, and why. Empty as long as `remotes` is. */
  readonly hosts: readonly HostDiagnosis[]
  /** The keys of the store. */
  readonly stateKeys: readonly string[]
}

export interface RemoteDiagnosis {
  readonly id: string
  /** `unavailable`: switched on, but refused or not offered; `error` is the reason. */
  readonly state: 'available' | 'loading' | 'ready' | 'failed' | 'unavailable'
  readonly version?: string | undefined
  /** The hash in the signed index that pins every file of this version. */
  readonly integrity?: string | undefined
  /** How long its code took to load, in milliseconds. */
  readonly loadMs?: number | undefined
  /** An error code, such as `remote.contract`. */
  readonly error?: string | undefined
}

export interface HostDiagnosis {
  readonly origin: string
  /** Why the modal uses it: the site's option (`endpoints.api`), a network's nodes (`network Base`), or `remote send`. */
  readonly reasons: readonly string[]
  /**
   * The page's requests to this origin that the browser has recorded, which may include the page's own. WebSockets are
   * not recorded.
   */
  readonly requests: number
}
