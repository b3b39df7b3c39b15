/** What the build puts into the loader (rspack.config.ts). */
declare const __RELEASE_KEYS__: readonly string[]
/** The shell that was built together with this loader. */
declare const __SHELL__: { readonly version: string; readonly url: string; readonly integrity: string }
/** The locales that the shell has messages for, beside English. */
declare const __LOCALES__: readonly string[]
/** The version of the shell, in the shell. */
declare const __SHELL_VERSION__: string
/** Locale → sha384 of its messages file, in the shell. */
declare const __MESSAGE_HASHES__: Readonly<Record<string, string>>
/** The same for the texts that the first view does not need. */
declare const __LATER_MESSAGE_HASHES__: Readonly<Record<string, string>>
