import { optional, pipe, regex, string } from 'valibot'

const DEFAULT_NAME_ZONE = 'portico.test'

/** Environment variables of the name register. */
export const namesEnvironment = {
  NAME_ZONE: optional(
    pipe(
      string(),
      regex(
        /^(?=.{1,180}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/,
        'must be a zone in lower case like names.example, at most 180 characters long',
      ),
    ),
    DEFAULT_NAME_ZONE,
  ),
}

export interface NamesOptions {
  /** The parent zone of all names: `river.<zone>`. */
  readonly zone: string
}

export const DEFAULT_NAMES_OPTIONS: NamesOptions = { zone: DEFAULT_NAME_ZONE }

/** Converts environment values to options. */
export const namesOptions = (values: { readonly NAME_ZONE: string }): NamesOptions => ({ zone: values.NAME_ZONE })
