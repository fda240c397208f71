import type { View } from "@wmodal/core"
import { demoLinks } from "../connect/demoLinks.ts"
import { EmailView, type EmailViewName } from "../email/EmailView.tsx"
import { ApproveTransaction } from "./ApproveTransaction.tsx"
import { ConnectingFarcaster } from "./ConnectingFarcaster.tsx"
import { ConnectingSocial } from "./ConnectingSocial.tsx"
import { ConnectSocials } from "./ConnectSocials.tsx"

/** The views of signing in and of approvals in the embedded wallet. */
export type SignInViewName =
  | EmailViewName
  | "ConnectSocials"
  | "ConnectingSocial"
  | "ConnectingFarcaster"
  | "ApproveTransaction"

export const SignInView = ({ view }: { readonly view: Extract<View, { readonly _tag: SignInViewName }> }) => {
  switch (view._tag) {
    case "ConnectSocials":
      return <ConnectSocials />
    case "ConnectingSocial":
      return <ConnectingSocial provider={view.provider} />
    case "ConnectingFarcaster":
      return <ConnectingFarcaster />
    case "ApproveTransaction":
      return <ApproveTransaction />
    default:
      return (
        <>
          <EmailView view={view} />
          {/VerifyDevice|Otp$/.test(view._tag) && demoLinks.inbox !== null && (
            <a className="scan-companion" href={demoLinks.inbox.href} target="_blank" rel="noreferrer">
              {demoLinks.inbox.text}
            </a>
          )}
        </>
      )
  }
}
