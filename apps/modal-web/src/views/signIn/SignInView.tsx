import type { View } from "@wmodal/core"
import { companion } from "../connect/companion.ts"
import { EmailView, type EmailViewName } from "../email/EmailView.tsx"
import { ApproveTransaction } from "./ApproveTransaction.tsx"
import { ConnectingFarcaster } from "./ConnectingFarcaster.tsx"
import { ConnectingSocial } from "./ConnectingSocial.tsx"
import { ConnectSocials } from "./ConnectSocials.tsx"

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
          {/VerifyDevice|Otp$/.test(view._tag) && companion.inbox !== null && (
            <a className="scan-companion" href={companion.inbox.href} target="_blank" rel="noreferrer">
              {companion.inbox.text}
            </a>
          )}
        </>
      )
  }
}
