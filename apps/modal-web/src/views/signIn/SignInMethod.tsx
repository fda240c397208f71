import { useMessages } from "../../messages/Translate.tsx"
import type { SignInMethodProps } from "../connect/Connect.tsx"
import { EmailField } from "../email/EmailField.tsx"
import { SocialLogins } from "./SocialLogins.tsx"

/** A sign-in method, separate from the user's wallets. */
export const SignInMethod = ({ way, order }: SignInMethodProps) => {
  const at = order.indexOf(way)
  return (
    <div className="way" data-way={way}>
      {order[at - 1] === "wallet" && <Or />}
      {way === "email" ? <EmailField /> : <SocialLogins />}
      {order[at + 1] === "wallet" && <Or />}
    </div>
  )
}

const Or = () => {
  const { t } = useMessages()
  return <p className="or">{t("signIn.or")}</p>
}
