import type { WalletLink } from "@wmodal/core"

/** Opens an app, or a page that learns nothing of this one. */
export const openLink = ({ redirect, target }: Pick<WalletLink, "redirect" | "target">) => {
  window.open(redirect, target, "noopener,noreferrer")
}
