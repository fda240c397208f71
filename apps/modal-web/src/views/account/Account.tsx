import { truncate } from "@wmodal/protocol"
import { connectedIn } from "../../binding/connected.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { NetworkPicture } from "../network/NetworkPicture.tsx"
import { Balance } from "./Balance.tsx"

/** Who is connected, with what, and where. */
export const Account = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const account = useValue(engine.account.state)
  const wallet = connectedIn(useValue(engine.connection.state))?.wallet
  const { network, known } = useValue(engine.networks.shown)
  if (account === null) return <div className="waiting">{t("account.none")}</div>
  const networkName = known ? network.name : t("network.unknown")
  return (
    <>
      <div className="hero">
        <Avatar address={account.address} image={account.profileImage} />
        <Balance balance={account.balance} onRetry={() => run(engine.account.refresh)} />
        {account.profileName !== null && (
          <p className="hero-detail">
            <bdi dir="ltr">{truncate(account.address)}</bdi>
          </p>
        )}
      </div>
      <div className="hero-chips">
        <CopyButton
          text={account.address}
          label={t("account.copy")}
          copied={t("shell.copied")}
          failed={t("shell.copyFailed")}
        />
        {account.explorerUrl !== null && (
          <a
            className="chip"
            href={account.explorerUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t("account.explorerOpens")}
          >
            <Icon name="out" />
            <span>{t("account.explorer")}</span>
          </a>
        )}
      </div>
      <ListItem
        picture={<NetworkPicture network={network} />}
        title={networkName}
        detail={t("account.network")}
        label={t("account.changeNetwork", { network: networkName })}
        end={<Icon name="forward" />}
        onPress={() => run(engine.router.push({ _tag: "Networks" }))}
      />
      {wallet && (
        <div className="row still">
          <Picture source={wallet.icon} name={wallet.name} shape="wallet" />
          <span className="row-text">
            <span className="row-title">{wallet.name}</span>
            <span className="row-detail">{t("account.wallet")}</span>
          </span>
        </div>
      )}
      <Button tone="bad" icon="leave" onPress={() => run(engine.connection.disconnect())}>
        {t("account.disconnect")}
      </Button>
    </>
  )
}
