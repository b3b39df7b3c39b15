/** Constants that the build inserts, into the loader unless stated otherwise (rspack.config.ts). */
declare const __RELEASE_KEYS__: readonly string[] | import('@portico/contracts/services/releaseIndex').ReleaseRole
/** The shell that was built together with this loader. */
declare const __SHELL__: { readonly version: string; readonly url: string; readonly integrity: string }
/** The file that decides which shell runs (`loader/start.ts`); `url` is relative to the host. */
declare const __START__: { readonly url: string; readonly integrity: string }
/** The loader's own texts in one language. */
interface FirstTexts {
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  /** The title of the list of wallets. */
  readonly title: string
}
/** The loader's texts in each language of the shell; English comes first. */
declare const __LOCALES__: readonly FirstTexts[]
/** The shell's version; inserted into the shell. */
declare const __SHELL_VERSION__: string
/** The sha384 of each locale's messages file, keyed by locale; inserted into the shell. */
declare const __MESSAGE_HASHES__: Readonly<Record<string, string>>
/** The sha384 of each locale's texts beyond the first view, keyed by locale; inserted into the shell. */
declare const __LATER_MESSAGE_HASHES__: Readonly<Record<string, string>>
