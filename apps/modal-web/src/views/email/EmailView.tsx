import type { View } from "@wmodal/core"

/** The views of an email address: having a wallet by it, and changing it. */
export type EmailViewName =
  | "EmailVerifyDevice"
  | "EmailVerifyOtp"
  | "UpdateEmailWallet"
  | "UpdateEmailPrimaryOtp"
  | "UpdateEmailSecondaryOtp"
  | "UpgradeEmailWallet"

export const EmailView = ({ view }: { readonly view: Extract<View, { readonly _tag: EmailViewName }> }) =>
  view._tag
