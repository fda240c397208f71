import type { WalletEntry } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"

/** A link to a wallet's download, or to wallets in general, for users without one. */
export const NoWalletYet = ({ wallet }: { readonly wallet: WalletEntry | null }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  if (wallet === null)
    return (
      <button type="button" className="chip" onClick={() => run(engine.router.push({ _tag: "GetWallet" }))}>
        {t("phone.none")}
      </button>
    )
  const had = Object.values(wallet.stores).some((store) => store !== null)
  return (
    had && (
      <button
        type="button"
        className="chip"
        onClick={() => run(engine.router.push({ _tag: "Downloads", wallet }))}
      >
        {t("phone.noneOf", { wallet: wallet.name })}
      </button>
    )
  )
}
