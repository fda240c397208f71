import type { AccountState } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { NetworkPicture } from "../network/NetworkPicture.tsx"

/** The network and the small actions of an account. It needs no further lazy code. */
export const AccountTools = ({ account }: { readonly account: AccountState }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { network, known } = useValue(engine.networks.shown)
  const networkName = known ? network.name : t("network.unknown")
  return (
    <div className="tools">
      <button
        type="button"
        className="chip network-chip"
        aria-label={t("account.changeNetwork", { network: networkName })}
        onClick={() => run(engine.router.push({ _tag: "Networks" }))}
      >
        <NetworkPicture network={network} />
        <span>{networkName}</span>
        <Icon name="down" />
      </button>
      <CopyButton text={account.address} label={t("account.copy")} />
      {account.explorerUrl !== null && (
        <a
          className="icon-button"
          href={account.explorerUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("account.explorerOpens")}
        >
          <Icon name="external" />
        </a>
      )}
      <IconButton
        icon="settings"
        label={t("account.settings")}
        onPress={() => run(engine.router.push({ _tag: "AccountSettings" }))}
      />
    </div>
  )
}
