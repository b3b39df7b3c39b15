import { Button } from '@portico/contracts/ui'

interface SmallButtonProps {
  readonly label: string
  /** What the button is for. Part of its accessible name, because several buttons share a label. */
  readonly about: string
  readonly busy: boolean
  readonly onPress: () => void
  readonly testId?: string
}

/** A button at the end of a line, as wide as its label. */
export function SmallButton({ label, about, busy, onPress, testId }: SmallButtonProps) {
  return (
    <span className="ProfileWallets-action">
      <Button kind="quiet" busy={busy} onPress={onPress} {...(testId && { testId })}>
        {label}
        <span className="ProfileWallets-unseen"> {about}</span>
      </Button>
    </span>
  )
}
