import { hasIdentities } from "@wmodal/api"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { AccountTypes } from "./AccountTypes.tsx"

/** The settings of the embedded wallet: its account type and the link to its own page. */
export const EmbeddedSettings = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  const { network } = useValue(engine.networks.shown)
  const user = useValue(engine.signedIn)
  return (
    <>
      {user?.canSwitchType && <AccountTypes user={user} />}
      {engine.options.endpoints.blockchain !== undefined && hasIdentities(network) && (
        <ListItem
          picture={
            <span className="tile">
              <Icon name="person" />
            </span>
          }
          title={t("embedded.name")}
          detail={account?.profileName ?? t("embedded.nameText")}
          end={<Icon name="forward" />}
          onPress={() => run(engine.router.push({ _tag: "ChooseAccountName" }))}
        />
      )}
      <ListItem
        picture={
          <span className="tile">
            <Icon name="globe" />
          </span>
        }
        title={t("embedded.upgrade")}
        detail={t("embedded.upgradeText")}
        end={<Icon name="forward" />}
        onPress={() => run(engine.router.push({ _tag: "UpgradeEmailWallet" }))}
      />
    </>
  )
}
