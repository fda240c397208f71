import type { WalletRow } from "@wmodal/core"
import { useWords } from "../../messages/Words.tsx"

/** The chains that a wallet speaks here, as one says them. */
export const RowChains = ({ connectors }: Pick<WalletRow, "connectors">) => {
  const { t, locale } = useWords()
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(
    connectors.map(({ namespace }) => t("chain.name", { namespace })),
  )
}
