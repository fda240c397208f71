import { useWords } from "../../messages/Words.tsx"
import type { WayProps } from "../connect/Connect.tsx"
import { EmailField } from "../email/EmailField.tsx"
import { SocialWays } from "./SocialWays.tsx"

/** A way to have a wallet here, set apart from the wallets that a person has. */
export const Way = ({ way, order }: WayProps) => {
  const at = order.indexOf(way)
  return (
    <div className="way" data-way={way}>
      {order[at - 1] === "wallet" && <Or />}
      {way === "email" ? <EmailField /> : <SocialWays />}
      {order[at + 1] === "wallet" && <Or />}
    </div>
  )
}

const Or = () => {
  const { t } = useWords()
  return <p className="or">{t("signIn.or")}</p>
}
