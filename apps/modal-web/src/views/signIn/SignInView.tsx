import type { View } from "@wmodal/core"
import { EmailView, type EmailViewName } from "../email/EmailView.tsx"

/** The views of who has no wallet: signing in, and what the embedded wallet asks. */
export type SignInViewName =
  | EmailViewName
  | "ConnectSocials"
  | "ConnectingSocial"
  | "ConnectingFarcaster"
  | "ApproveTransaction"

export const SignInView = ({ view }: { readonly view: Extract<View, { readonly _tag: SignInViewName }> }) => {
  switch (view._tag) {
    case "ConnectSocials":
    case "ConnectingSocial":
    case "ConnectingFarcaster":
    case "ApproveTransaction":
      return view._tag
    default:
      return <EmailView view={view} />
  }
}
