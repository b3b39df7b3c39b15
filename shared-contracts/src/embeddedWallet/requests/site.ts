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

/** Style variables by name. Drops an invalid variable, or all of them when they are not a record or too many. */
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

/** Metadata without a required entry counts as absent. */
const Metadata = object({
  name: textUpTo(LABEL_MAX),
  description: textUpTo(DESCRIPTION_MAX),
  url: textUpTo(URL_MAX),
  /** Drops an inlined picture where a URL belongs. */
  icons: listOf(textUpTo(URL_MAX)),
})

/**
 * What the page says about itself. All of it is only a claim: the frame shows the origin that the browser reports and
 * ignores unknown style variables. An invalid part never refuses the rest, because some clients show nothing to sign
 * until these are answered.
 */
export const siteRequests = {
  SYNC_THEME: object({
    themeMode: optional(picklist(['light', 'dark'])),
    /** As the site set them. */
    themeVariables: variablesOf(Value),
    /** `--w3m-accent` and `--w3m-background`, always. */
    w3mThemeVariables: variablesOf(Text),
  }),
  SYNC_DAPP_DATA: object({
    metadata: fallback(optional(Metadata), undefined),
    sdkVersion: optional(textUpTo(LABEL_MAX)),
    sdkType: optional(picklist(['w3m', 'appkit'])),
    projectId: someTextUpTo(PROJECT_ID_MAX),
  }),
}
