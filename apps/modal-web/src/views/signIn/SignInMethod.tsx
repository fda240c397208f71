import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import type { SignInMethodProps } from "../connect/Connect.tsx"
import { EmailField } from "../email/EmailField.tsx"
import { SocialLogins } from "./SocialLogins.tsx"

/** A sign-in method, separate from the user's wallets. */
export const SignInMethod = ({ way, order }: SignInMethodProps) => {
  const at = order.indexOf(way)
  return (
    <div className="way" data-way={way}>
      {order[at - 1] === "wallet" && <Or />}
      {way === "email" ? <EmailField /> : way === "social" ? <SocialLogins /> : <WalletsRow />}
      {order[at + 1] === "wallet" && <Or />}
    </div>
  )
}

/** The row that leads to the wallets, where the page collapses them. */
const WalletsRow = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <ListItem
      picture={
        <span className="picture" data-quiet="">
          <Icon name="all" />
        </span>
      }
      title={t("signIn.wallets")}
      onPress={() => run(engine.router.push({ _tag: "ConnectWallets" }))}
    />
  )
}

const Or = () => {
  const { t } = useMessages()
  return <p className="or">{t("signIn.or")}</p>
}
