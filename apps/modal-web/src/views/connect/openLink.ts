import type { WalletLink } from "@wmodal/core"

/** Opens an app, or a page without a referrer and an opener. */
export const openLink = ({ redirect, target }: Pick<WalletLink, "redirect" | "target">) => {
  window.open(redirect, target, "noopener,noreferrer")
}
