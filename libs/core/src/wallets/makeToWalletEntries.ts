import type { Directory, DirectoryWallet } from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import { parseUrl } from "@wmodal/protocol"
import type { WalletEntry } from "../connectors/WalletEntry.ts"

/**
 * Converts wallets of a directory into entries that are safe to show. A wallet without a readable name is dropped.
 */
export const makeToWalletEntries =
  ({ walletImageUrl }: Pick<Directory, "walletImageUrl">) =>
  (wallets: readonly DirectoryWallet[]): readonly WalletEntry[] =>
    wallets.flatMap((wallet): readonly WalletEntry[] => {
      const name = sanitizeLine(wallet.name, 64)
      if (name === "" || wallet.id === "") return []
      return [
        {
          id: wallet.id,
          name,
          icon: wallet.image_id ? walletImageUrl(wallet.image_id) : null,
          rdns: wallet.rdns || null,
          certified: wallet.badge_type === "certified",
          links: {
            mobile: wallet.mobile_link || null,
            desktop: wallet.desktop_link || null,
            webapp: wallet.webapp_link || null,
          },
          stores: {
            appStore: toSecureUrl(wallet.app_store),
            playStore: toSecureUrl(wallet.play_store),
            chromeStore: toSecureUrl(wallet.chrome_store),
            homepage: toSecureUrl(wallet.homepage),
          },
        },
      ]
    })

/** Other links of a directory are not safe to open. */
const toSecureUrl = (url: string | null | undefined): string | null =>
  url != null && parseUrl(url)?.protocol === "https:" ? url : null
