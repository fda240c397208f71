import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"

/** A notice that no wallet is installed and that remote wallets are unavailable. */
export const NoWallets = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    <Empty icon="wallet" title={t("connect.emptyTitle")} text={t("connect.emptyText")}>
      <Button onPress={() => location.reload()}>{t("connect.reload")}</Button>
      <button
        type="button"
        className="chip"
        onClick={() => run(engine.router.push({ _tag: "WhatIsAWallet" }))}
      >
        {t("help.wallet")}
      </button>
    </Empty>
  )
}
