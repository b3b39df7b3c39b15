import { type NftTrait, TRAITS_MAX } from '@portico/contracts/services/nfts'
import {
  array,
  boolean,
  finite,
  nullish,
  number,
  object,
  pipe,
  safeParse,
  string,
  transform,
  union,
  unknown,
} from 'valibot'

/** The value of a trait. Numbers are kept as they are, because they are not amounts. */
const Value = pipe(union([string(), pipe(number(), finite()), boolean()]), transform(String))

/** A trait in the format of marketplaces: https://docs.opensea.io/docs/metadata-standards#attributes */
const Attribute = pipe(
  object({ trait_type: nullish(string()), value: Value }),
  transform(({ trait_type, value }): NftTrait => ({ name: trait_type ?? '', value })),
)

/**
 * The `attributes` of token metadata. Those that are unreadable or too many are left out.
 * @returns undefined if there are no traits
 */
export const Traits = pipe(
  unknown(),
  transform((attributes): readonly NftTrait[] | undefined => {
    const { success, output } = safeParse(array(unknown()), attributes)
    if (!success) return undefined
    const traits = output.flatMap((attribute) => {
      const read = safeParse(Attribute, attribute)
      return read.success && read.output.value.trim() ? [read.output] : []
    })
    return traits.length > 0 ? traits.slice(0, TRAITS_MAX) : undefined
  }),
)
