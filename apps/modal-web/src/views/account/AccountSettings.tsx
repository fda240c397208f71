import type { ConnectionState } from "@wmodal/core"
import { isNamespace, type Namespace } from "@wmodal/protocol"
import { Suspense } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { ViewBoundary } from "../../shell/ViewBoundary.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { NetworkPicture } from "../network/NetworkPicture.tsx"

type Connected = Extract<ConnectionState, { readonly _tag: "Connected" }>

const isConnected = (entry: [Namespace, ConnectionState]): entry is [Namespace, Connected] =>
  entry[1]._tag === "Connected"

/** The wallets and what they are connected with, and the way out. It needs no code that comes later. */
export const AccountSettings = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const states = useValue(engine.connection.state)
  const { network, known } = useValue(engine.networks.shown)
  const wallets = Object.entries(states)
    .flatMap(([name, state]): [Namespace, ConnectionState][] =>
      isNamespace(name) && state !== undefined ? [[name, state]] : [],
    )
    .filter(isConnected)
  const networkName = known ? network.name : t("network.unknown")
  return (
    <>
      <ul className="list" aria-label={t("settings.wallets")}>
        {wallets.map(([namespace, state]) => (
          <li key={namespace}>
            <WalletRow
              namespace={namespace}
              state={state}
              onDisconnect={wallets.length > 1 ? () => run(engine.connection.disconnect(namespace)) : null}
            />
          </li>
        ))}
      </ul>
      <ListItem
        picture={<NetworkPicture network={network} />}
        title={networkName}
        detail={t("account.network")}
        label={t("account.changeNetwork", { network: networkName })}
        end={<Icon name="forward" />}
        onPress={() => run(engine.router.push({ _tag: "Networks" }))}
      />
      <ViewBoundary>
        <Suspense fallback={<div className="row skeleton" />}>
          <AccountTypeRow />
        </Suspense>
      </ViewBoundary>
      {engine.options.features.history && (
        <ListItem
          picture={
            <span className="tile">
              <Icon name="clock" />
            </span>
          }
          title={t("account.activity")}
          end={<Icon name="forward" />}
          onPress={() => run(engine.router.push({ _tag: "Transactions" }))}
        />
      )}
      <Button tone="bad" icon="leave" onPress={() => run(engine.connection.disconnect())}>
        {t(wallets.length > 1 ? "settings.disconnectAll" : "account.disconnect")}
      </Button>
    </>
  )
}

interface WalletRowProps {
  readonly namespace: Namespace
  readonly state: Connected
  /** `null` where it is the only one. */
  readonly onDisconnect: (() => void) | null
}

const WalletRow = ({ namespace, state, onDisconnect }: WalletRowProps) => {
  const { t } = useWords()
  const { wallet, accounts } = state
  return (
    <div className="row still wallet-row">
      <Picture source={wallet.icon} name={wallet.name} shape="wallet" />
      <span className="row-text">
        <span className="row-title">
          <bdi>{wallet.name}</bdi>
        </span>
        <span className="row-detail">{t("settings.shares", { namespace, count: accounts.length })}</span>
      </span>
      {onDisconnect !== null && (
        <button
          type="button"
          className="chip"
          aria-label={t("settings.disconnectOne", { wallet: wallet.name, namespace })}
          onClick={onDisconnect}
        >
          {t("account.disconnect")}
        </button>
      )}
    </div>
  )
}

/** Of what kind the account in use is; leads to the others. */
const AccountTypeRow = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const entries = useValue(useFlows().accounts.entries)
  const chosen = entries.find(({ selected }) => selected)
  return (
    <ListItem
      picture={
        <span className="tile">
          <Icon name="person" />
        </span>
      }
      title={t("account.accounts")}
      detail={chosen && t(`profile.${chosen.type}Long`)}
      end={<Icon name="forward" />}
      onPress={() => run(engine.router.push({ _tag: "Profile" }))}
    />
  )
}
