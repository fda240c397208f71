import type { Namespace } from "@wmodal/protocol"
import { useWords } from "../../messages/Words.tsx"

/** Says of which chain the wallets below are. */
export const ForChain = ({ namespace }: { readonly namespace: Namespace }) => {
  const { t } = useWords()
  return <p className="count">{t("chain.walletsFor", { namespace })}</p>
}
