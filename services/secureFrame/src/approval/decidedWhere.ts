import type { Description } from '@portico/contracts/preview'
import { needsWholeRead } from './needsWholeRead.ts'
import { canBeSeen, type Sight } from './visibility.ts'

/** Signatures that move nothing and allow nothing. */
const STATEMENTS: readonly Description['kind'][] = ['message', 'signIn']

/**
 * Whether a request gives nothing away: a text, or a sign-in to the site that asks. Chromium does not tell a frame of everything
 * that hides it (masks, view transitions, picture-in-picture), so nothing else is approved in a frame.
 */
const givesNothingAway = (description: Description): boolean =>
  STATEMENTS.includes(description.kind) && !needsWholeRead(description)

/** Whether it may be approved on this stage, as far as that does not depend on room and sight. Otherwise a window decides. */
export const isDecidedHere = (stage: Sight, description: Description): boolean =>
  stage.window.parent === stage.window || (canBeSeen(stage) && givesNothingAway(description))
