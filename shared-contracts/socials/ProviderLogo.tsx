import type { Logo } from './logos.ts'

interface ProviderLogoProps {
  readonly logo: Logo
  /** In pixels. */
  readonly size?: number
}

/** A provider's mark. The provider's name is always next to the mark, or is the name of the button around it. */
export const ProviderLogo = ({ logo: { viewBox, paths }, size = 24 }: ProviderLogoProps) => (
  <svg viewBox={viewBox} width={size} height={size} fill="currentColor" fillRule="evenodd" aria-hidden="true">
    {paths.map(({ d, fill }) => (
      <path key={d} d={d} fill={fill} />
    ))}
  </svg>
)
