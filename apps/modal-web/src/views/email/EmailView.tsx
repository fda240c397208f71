import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { EmailVerifyDevice } from "./EmailVerifyDevice.tsx"
import { EmailVerifyOtp } from "./EmailVerifyOtp.tsx"
import { UpdateEmailPrimaryOtp } from "./UpdateEmailPrimaryOtp.tsx"
import { UpdateEmailSecondaryOtp } from "./UpdateEmailSecondaryOtp.tsx"
import { UpdateEmailWallet } from "./UpdateEmailWallet.tsx"
import { UpgradeEmailWallet } from "./UpgradeEmailWallet.tsx"

/** The views of a wallet that is had by an email address. */
export type EmailViewName =
  | "EmailVerifyDevice"
  | "EmailVerifyOtp"
  | "UpdateEmailWallet"
  | "UpdateEmailPrimaryOtp"
  | "UpdateEmailSecondaryOtp"
  | "UpgradeEmailWallet"

/** Returns the view of a name. Every view has one line. */
export const EmailView = ({
  view,
}: {
  readonly view: Extract<View, { readonly _tag: EmailViewName }>
}): ReactNode => {
  switch (view._tag) {
    case "EmailVerifyDevice":
      return <EmailVerifyDevice />
    case "EmailVerifyOtp":
      return <EmailVerifyOtp />
    case "UpdateEmailWallet":
      return <UpdateEmailWallet />
    case "UpdateEmailPrimaryOtp":
      return <UpdateEmailPrimaryOtp />
    case "UpdateEmailSecondaryOtp":
      return <UpdateEmailSecondaryOtp />
    case "UpgradeEmailWallet":
      return <UpgradeEmailWallet />
  }
}
