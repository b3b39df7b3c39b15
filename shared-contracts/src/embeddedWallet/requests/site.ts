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

/** Style variables by name. One that cannot be read is left out, and all of them where they cannot be told apart. */
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

/** Without an entry that it needs, a page has said nothing of itself. */
const Metadata = object({
  name: textUpTo(LABEL_MAX),
  description: textUpTo(DESCRIPTION_MAX),
  url: textUpTo(URL_MAX),
  /** A whole picture in place of its address is left out. */
  icons: listOf(textUpTo(URL_MAX)),
})

/**
 * What the page says of itself. All of it is a claim: the frame shows the origin that the browser names, and takes no style
 * from a variable that it does not know. So nothing of it is a reason to refuse the rest: some clients show nothing to sign
 * until these are answered.
 */
export const siteRequests = {
  SYNC_THEME: object({
    themeMode: optional(picklist(['light', 'dark'])),
    /** As the site has set them. */
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
