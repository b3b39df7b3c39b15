import type { SocialFinishAnswer } from '@portico/contracts/services/login'

type Outcome = Exclude<SocialFinishAnswer['outcome'], 'accepted'>

/** The reason why a sign-in failed. */
export class SocialFailure extends Error {
  override readonly name = 'SocialFailure'

  /** @param reason for the log: our text or the provider's error code, never its messages, which may repeat secrets */
  constructor(
    readonly outcome: Outcome,
    readonly reason: string,
  ) {
    super(reason)
  }
}

export const refused = (reason: string) => new SocialFailure('refused', reason)
export const unavailable = (reason: string) => new SocialFailure('unavailable', reason)
