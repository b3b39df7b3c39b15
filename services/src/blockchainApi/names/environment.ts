import { pipe, regex, string } from 'valibot'
import { type Values, withDefault } from '../../variables.ts'

const DEFAULT_NAME_ZONE = 'portico.test'

/** Environment variables of the name register. */
export const namesEnvironment = {
  NAME_ZONE: withDefault(
    DEFAULT_NAME_ZONE,
    pipe(
      string(),
      regex(
        /^(?=.{1,180}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/,
        'must be a zone in lower case like names.example, at most 180 characters long',
      ),
    ),
    'the zone of the names that are registered here, first come, first served, with a signature',
  ),
}

export interface NamesOptions {
  /** The zone that all names are in: `river.<zone>`. */
  readonly zone: string
}

export const DEFAULT_NAMES_OPTIONS: NamesOptions = { zone: DEFAULT_NAME_ZONE }

export const namesOptions = (values: Values<typeof namesEnvironment>): NamesOptions => ({ zone: values.NAME_ZONE })
