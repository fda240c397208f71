import type { SocialProvider } from "@wmodal/core"
import { brandPaths } from "./brandPaths.ts"

export interface BrandMarkProps {
  readonly of: SocialProvider
  readonly size?: "row" | "big"
}

/** The mark of a provider, in the colour of the words. Its name stands beside it. */
export const BrandMark = ({ of, size = "row" }: BrandMarkProps) => (
  <span className="picture brand" data-quiet="" data-size={size}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={brandPaths[of]} />
    </svg>
  </span>
)
