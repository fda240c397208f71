import type { WalletEntry } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"

/** The way to a wallet for who has none, or not this one. */
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
