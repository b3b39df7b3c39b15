import {
  fallback,
  finite,
  type GenericSchema,
  type InferOutput,
  is,
  number,
  object,
  optional,
  picklist,
  pipe,
  transform,
  union,
  unknown,
} from 'valibot'
import { listOf } from '../../services/listOf.ts'
import { LABEL_MAX, PROJECT_ID_MAX, recordUpTo, someTextUpTo, textUpTo, URL_MAX } from '../bounds.ts'

const DESCRIPTION_MAX = 4_096
const VARIABLES_MAX = 128
const VARIABLE_MAX = 512

const Text = textUpTo(VARIABLE_MAX)
const Value = union([Text, pipe(number(), finite())])

/** Style variables, keyed by name. An invalid one is dropped; all are dropped if they are no record or too many. */
const variablesOf = <Schema extends GenericSchema<unknown, unknown>>(schema: Schema) =>
  fallback(
    optional(
      pipe(
        recordUpTo(VARIABLES_MAX, unknown()),
        transform((variables): Record<string, InferOutput<Schema>> => {
          const readable = Object.entries(variables).filter(([, value]) => is(schema, value))
          return Object.fromEntries(readable) as Record<string, InferOutput<Schema>>
        }),
      ),
    ),
    undefined,
  )

/** The page's metadata. It counts as absent when a required entry is missing. */
const Metadata = object({
  name: textUpTo(LABEL_MAX),
  description: textUpTo(DESCRIPTION_MAX),
  url: textUpTo(URL_MAX),
  /** A picture that is inlined instead of linked is dropped. */
  icons: listOf(textUpTo(URL_MAX)),
})

/**
 * What the page says about itself. None of it is trusted: the frame shows the origin that the browser reports, and
 * ignores unknown style variables. An invalid part never makes the frame refuse the rest, because some clients show
 * nothing to sign until these requests are answered.
 */
export const siteRequests = {
  SYNC_THEME: object({
    themeMode: optional(picklist(['light', 'dark'])),
    /** The variables as the site set them. */
    themeVariables: variablesOf(Value),
    /** `--w3m-accent` and `--w3m-background`, which are always sent. */
    w3mThemeVariables: variablesOf(Text),
  }),
  SYNC_DAPP_DATA: object({
    metadata: fallback(optional(Metadata), undefined),
    sdkVersion: optional(textUpTo(LABEL_MAX)),
    sdkType: optional(picklist(['w3m', 'appkit'])),
    projectId: someTextUpTo(PROJECT_ID_MAX),
  }),
}
