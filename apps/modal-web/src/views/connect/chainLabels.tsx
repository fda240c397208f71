import type { WalletRow } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"

/** The names of the chains that a wallet supports here. */
export const RowChains = ({ connectors }: Pick<WalletRow, "connectors">) => {
  const { t, locale } = useMessages()
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(
    connectors.map(({ namespace }) => t("chain.name", { namespace })),
  )
}

/** The requested chain, above its wallets. */
export const ForChain = ({ namespace }: { readonly namespace: Namespace }) => {
  const { t } = useMessages()
  return <p className="count">{t("chain.walletsFor", { namespace })}</p>
}
