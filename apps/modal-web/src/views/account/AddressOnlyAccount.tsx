import type { AccountState } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Button } from "../../ui/Button.tsx"
import { findChain } from "./hasPayments.ts"

/** An account without balances and payments: of a chain whose accounts only sign, or whose code the page has not passed. */
export const AddressOnlyAccount = ({ account }: { readonly account: AccountState }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { chainNamespace } = useValue(engine.networks.shown).network
  return (
    <>
      <div className="hero">
        <Avatar address={account.address} image={account.profileImage} />
        <h2>{t("chain.name", { namespace: chainNamespace })}</h2>
        <p className="hero-detail">
          {t(findChain(engine, chainNamespace) === undefined ? "account.addressOnly" : "account.onlySigns")}
        </p>
      </div>
      <div className="send-card centred">
        <AddressGroups address={account.address} />
      </div>
      <Button tone="bad" icon="leave" onPress={() => run(engine.connection.disconnect(chainNamespace))}>
        {t("account.disconnect")}
      </Button>
    </>
  )
}
