import { flowMessages } from "@wmodal/core/flows"
import { english } from "./Catalogue.ts"

/** The words of every view but the first, and of the account's flows. Each such view imports this, by `chunks.ts`. */
export const walletWords = {
  ...flowMessages,

  "connecting.asking": "Open {wallet} to continue",
  "connecting.askingText": "Approve the connection in the window that {wallet} opened.",
  "connecting.slow": "Still waiting for {wallet}",
  "connecting.slowText":
    "There was no answer for a minute. Look for a {wallet} window behind this one, or cancel and try again.",
  "connecting.stopped": "Not connected to {wallet}",
  "connecting.stoppedText": "Nothing was shared.",
  "connecting.ended": "{wallet} did not connect",
  "connecting.missing": "{wallet} is not installed",
  "connecting.missingText": "Install it, then reload this page and choose it again.",
  "connecting.get": "Get {wallet}",
  "connecting.getOpens": "Get {wallet}, opens in a new tab",
  "connecting.gone": "This wallet is no longer there",
  "connecting.goneText": "Its extension was turned off or removed. Choose another one.",
  "connecting.connected": "Connected to {wallet}",
  "account.balance": "Balance",
  "account.balanceLoading": "Reading the balance",
  "account.balanceOld": "This balance may be out of date",
  "account.copy": "Copy address",
  "account.explorer": "Explorer",
  "account.explorerOpens": "Show the account in the explorer, opens in a new tab",
  "account.network": "Network",
  "account.changeNetwork": "Network: {network}. Change",
  "account.wallet": "Wallet",
  "account.disconnect": "Disconnect",
  "account.none": "Nothing is connected",
  "networks.list": "Networks",
  "networks.search": "Search networks",
  "networks.testnet": "Test network",
  "networks.count": "{count, plural, =0 {No network found} one {# network} other {# networks}}",
  "networks.none": "No network is called that",
  "networks.noneText": "Check the spelling, or clear the search.",
  "networks.clear": "Clear the search",
  "switch.asking": "Approve in your wallet",
  "switch.askingText": "{wallet} asks you to switch to {network}.",
  "switch.yourWallet": "Your wallet",
  "switch.slow": "Still waiting for your wallet",
  "switch.slowText":
    "There was no answer for a minute. Look for a wallet window behind this one, or cancel and try again.",
  "switch.failed": "Still on {network}",
  "switch.done": "You are on {network}",
  "unsupported.text": "This page does not work on {network}. Choose one of these to go on.",
  "unsupported.unknown": "the network of your wallet ({id})",
} as const

Object.assign(english, walletWords)
