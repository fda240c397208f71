/** The account flows' messages in English: id → ICU message. They load with the flows. */
export const flowMessages = {
  "flow.transactions": "Failed to fetch transactions",
  "flow.balance": "Token Balance Unavailable",
  "flow.send": "Something went wrong",
  "flow.sign": "Something went wrong",
  "flow.send.solana": "Failed to send transaction. Please try again.",
  "flow.buy": "Could not load what is for sale",
  "flow.look": "Could not check the transaction",

  "flow.started": "Transaction started",
  "flow.startedLate": "Transaction started after you went back",

  "flow.read.answered": "The network returned an error. Nothing has changed. Try again.",
  "flow.read.status": "HTTP status code {status}",
  "flow.read.forbidden":
    "The server does not accept this project ID or this site (HTTP {status}). Nothing has changed. Contact the site owner.",
  "flow.read.unreachable":
    "The network could not be reached. Nothing has changed. Check your connection and try again.",
  "flow.read.redirected":
    "The server points to another address, which is not followed. Nothing has changed. Try again later.",
  "flow.read.malformed": "The response could not be read. Nothing has changed. Try again.",
  "flow.read.timedOut": "The response took too long. Nothing has changed. Try again.",
  "flow.read.noEndpoint": "No server is configured for this. Nothing has changed. Contact the site owner.",
  "flow.unsent.answered": "The network returned an error. Nothing was sent. Try again.",
  "flow.unsent.status": "HTTP status code {status}. Nothing was sent. Try again.",
  "flow.unsent.forbidden":
    "The server does not accept this project ID or this site (HTTP {status}). Nothing was sent. Contact the site owner.",
  "flow.unsent.unreachable":
    "The network could not be reached. Nothing was sent. Check your connection and try again.",
  "flow.unsent.redirected":
    "The server points to another address, which is not followed. Nothing was sent. Try again later.",
  "flow.unsent.malformed": "The response could not be read. Nothing was sent. Try again.",
  "flow.unsent.timedOut": "The response took too long. Nothing was sent. Try again.",
  "flow.unsent.notConnected": "No wallet is connected. Nothing was sent. Connect one first.",
  "flow.unsent.unsupportedChain":
    "This site does not support your wallet's network. Nothing was sent. Switch to another one.",
  "flow.unsent.unknown": "Something unexpected happened. Nothing was sent. You can try again.",
  "flow.unsent.noEndpoint": "No server is configured for this. Nothing was sent. Contact the site owner.",

  "flow.originNotAllowed": "Invalid App Configuration",
  "flow.originNotAllowed.body":
    "The server does not allow this domain. Nothing has changed. The site owner must add it.",
  "flow.sessionExpired": "Session Expired",
  "flow.sessionExpired.body":
    "The clocks of this device and the server differ. Nothing has changed. Set the clock and try again.",
  "flow.invalidKey": "Invalid Project ID",
  "flow.invalidKey.body":
    "The server does not recognize this site. Nothing has changed. The site owner must correct the project ID.",

  "flow.declined": "Signature declined",
  "flow.declined.body": "Nothing was sent. You can try again.",
  "flow.wallet.alreadyAsking":
    "A request is already pending in your wallet. Nothing new was sent. Open your wallet and answer it.",
  "flow.wallet.locked": "Your wallet is locked. Nothing was sent. Unlock it, then try again.",
  "flow.wallet.notInstalled": "Your wallet is no longer installed. Nothing was sent. Install it again.",
  "flow.wallet.notLoaded":
    "A part of this page did not load. Nothing was sent. Check your connection and try again.",
  "flow.wallet.unauthorized": "Your wallet has not authorized this site. Nothing was sent. Connect again.",
  "flow.wallet.unsupported": "Your wallet does not support {method}. Nothing was sent. Try another wallet.",
  "flow.wallet.offline": "Your wallet is offline. Nothing was sent. Check it, then try again.",
  "flow.wallet.network": "Your wallet is not on {network}. Nothing was sent. Switch it to that network.",
  "flow.wallet.signedOnChain":
    "Your account signed on the chain, so there is no signature. Only its contract can confirm it (EIP-1271).",
  "flow.wallet.altered": "Your wallet signed a different transaction. Nothing was sent. Use another wallet.",
  "flow.wallet.malformed": "Your wallet returned an invalid response. Nothing was sent. Try again.",
  "flow.wallet.expired": "Your wallet did not respond in time. Nothing was sent. You can try again.",
  "flow.wallet.refused": "The relay does not serve this site. Nothing was sent.",
  "flow.wallet.invalid": "Your wallet reported: {text}. Nothing was sent. It would refuse the same again.",
  "flow.wallet.failed": "Your wallet reported: {text}. Nothing was sent. You can try again.",
  "flow.wallet.silent": "Your wallet gave no reason. Nothing was sent. You can try again.",

  "flow.siwx": "You are not signed in",
  "flow.siwx.body": "The site reported: {text}",
  "flow.siwx.authenticating": "Authenticating...",
  "flow.siwx.silent": "The site gave no reason. You can try again.",
  "flow.siwx.failed": "A problem occurred while trying initialize authentication",
  "flow.siwx.smartAccount": "This application might not support Smart Accounts",

  "flow.amount": "Incorrect amount",
  "flow.amount.body": "Please enter a valid amount",
  "flow.incomplete": "Please enter a valid amount and receiver address",
  "flow.insufficient": "Insufficient balance",
  "flow.insufficient.token": "You have less than that. Nothing was sent. Enter a smaller amount.",
  "flow.insufficient.gas":
    "Not enough native currency for the fee. Nothing was sent. Add some, or send less.",
  "flow.reverts": "This payment would fail",
  "flow.reverts.body":
    "The network would reject it and still charge the fee. Nothing was sent. Change the payment.",
  "flow.reverts.said": "The network would reject it: {text}. Nothing was sent. Change the payment.",
  "flow.suspicious": "This payment does more than you requested",
  "flow.suspicious.body":
    "In a simulation, it took more than this amount. Nothing was sent. Do not use this token.",
  "flow.kept": "Small coins are kept",
  "flow.kept.body":
    "{amount} satoshis are in small coins that may carry inscriptions, and are kept. Nothing was sent. Send less, or use a wallet that shows inscriptions.",
  "flow.inscribed": "This address holds your ordinals",
  "flow.inscribed.body":
    "A payment from here could spend inscribed coins. Nothing was sent. Choose your payment address.",
  "flow.stopped": "Confirm the recipient first",
  "flow.stopped.body": "This recipient has a warning. Nothing was sent. Review it again.",
  "flow.tooLong": "Too long to review",
  "flow.tooLong.bytes":
    "This request has {count} bytes, and at most {most} can be reviewed. Your wallet did not receive it. Split it into smaller requests.",
  "flow.tooLong.commands":
    "This request has {count} commands for a router, and at most {most} can be reviewed. Your wallet did not receive it. Split it into smaller requests.",
  "flow.tooLong.lines":
    "This request has {count} lines, and at most {most} can be reviewed. Your wallet did not receive it. Split it into smaller requests.",
  "flow.tooLong.outcomes":
    "This request may end in {count} ways, and at most {most} can be reviewed. Your wallet did not receive it. Split it into smaller requests.",
  "flow.tooLong.transactions":
    "This request has {count} transactions, and at most {most} can be reviewed. Your wallet did not receive it. Split it into smaller requests.",
  "flow.danger": "Review this request first",
  "flow.danger.body": "This request has a warning. Nothing was signed. Review it again.",
  "flow.twin": "This may already be pending",
  "flow.twin.body":
    "You already requested this payment and it is not settled. Nothing new was sent. Check the first one.",
  "flow.notRaised": "Fee not increased",
  "flow.notRaised.body": "This payment is no longer pending. Nothing new was sent. Check your transactions.",
  "flow.notRaised.said": "{text}. Nothing new was sent. The payment is still pending.",
  "flow.changed": "The account or network has changed",
  "flow.changed.body": "Nothing was sent. Review the payment again.",

  "flow.swap.initialize": "Failed to initialize swap",
  "flow.swap.price": "Failed to fetch network token price",
  "flow.swap.quote": "Failed to fetch a quote",
  "flow.swap.allowance": "Failed to check allowance",
  "flow.swap.approval": "Failed to create approval transaction",
  "flow.swap.transaction": "Failed to create transaction",
  "flow.swap.send": "Transaction error",
  "flow.swap.noQuote": "No quote for this swap",
  "flow.swap.noQuote.body":
    "The exchange does not trade this amount of these tokens. Nothing was swapped. Change the amount or a token.",
  "flow.swap.refused": "This swap is not what you requested",
  "flow.swap.refused.spender":
    "An address other than the swap contract would get access to your tokens. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.sender":
    "The exchange built a transaction for another account. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.recipient":
    "In a simulation, no tokens reached your account. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.source":
    "In a simulation, it took more than this amount. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.minimum":
    "In a simulation, less than the minimum arrived. Nothing was swapped. Review again, or allow more slippage.",
  "flow.swap.refused.approval":
    "It could give unlimited access to a token. Nothing was swapped. Do not swap here.",
  "flow.swap.reverts": "This swap would fail",
  "flow.swap.reverts.body":
    "In a simulation, the network rejected it. Nothing was swapped. Change the amount, or review again.",
  "flow.swap.stopped": "Review this swap first",
  "flow.swap.stopped.body": "This swap has a warning. Nothing was swapped. Confirm it to continue.",
  "flow.swap.stale": "This quote is out of date",
  "flow.swap.stale.body": "Prices may have moved. Nothing was swapped. Review again.",
  "flow.swap.twin":
    "You already requested this swap and it is not settled. Nothing new was sent. Check the first one.",
  "flow.swap.changed": "Nothing was swapped. Review the swap again.",
  "flow.swap.unsupported": "No swaps on this network",
  "flow.swap.unsupported.body": "Nothing was sent. Switch to a network with swaps.",
  "flow.swap.approvalStays": "Your approval is still active. See your activity",
  "flow.swap.approvalFailed": "The approval failed, so no swap was requested. No tokens moved. Review again.",

  "flow.ambiguousToken": "Several tokens have this symbol",
  "flow.ambiguousToken.body":
    "You have more than one {symbol}. Nothing was sent. Choose one by its address: {addresses}",

  "flow.funding.token": "No such token",
  "flow.funding.token.body": "{text} is not a token of this network. Use its contract address.",
  "flow.funding.noRequests": "No requests with an amount",
  "flow.funding.noRequests.body":
    "Wallets on {network} have no link for that. Share the address, and tell the amount yourself.",

  "flow.buy.none": "Nothing is for sale here",
  "flow.buy.none.endpoint": "No server is configured for this. Contact the site owner.",
  "flow.buy.none.network": "Switch to a network where tokens are sold.",
  "flow.buy.none.region": "It is not offered in your region.",
  "flow.buy.unsafe": "The page of the provider was not opened",
  "flow.buy.unsafe.body": "The server returned no secure address for {provider}. Nothing was paid.",
  "flow.buy.failed": "The purchase failed",
  "flow.buy.failed.body": "Nothing was sent to your account. {provider} knows why.",
  "flow.buy.late": "Nothing has arrived yet",
  "flow.buy.late.body": "If you paid, it still arrives in your account. {provider} knows more.",
  "flow.buy.arrived": "Bought {amount}",

  "flow.notAnAddress": "Not a valid address or name",
  "flow.notAnAddress.body": "Nothing was sent. Your input was kept. Check it for a missing character.",
  "flow.wrongChecksum": "This address has a typo",
  "flow.wrongChecksum.body": "One of its characters is wrong. Nothing was sent. Copy the address again.",
  "flow.otherChain": "This address belongs to another chain",
  "flow.otherChain.body": "It is for {chain}. Nothing was sent. Use an address on this network.",
  "flow.link": "This payment link cannot be paid",
  "flow.link.otherChain": "This payment link is for another network",
  "flow.link.otherChain.body":
    "It is for {chain}. Nothing was sent. Switch to that network, or use another link.",
  "flow.link.required":
    "It requires “{part}”, which is not supported. Nothing was sent. Request another link from the recipient.",
  "flow.link.part":
    "Its part “{part}” is not valid, or not supported. Nothing was sent. Request another link from the recipient.",
  "flow.link.call":
    "It calls “{part}” of a contract, which is no plain transfer. Nothing was sent. Open it in the app that it belongs to.",
  "flow.link.host":
    "The server {host} would choose the transaction, and is not allowed to here. It was not contacted. Request a link with an address.",
  "flow.link.server":
    "A server would choose the transaction, but its address is not valid, or not encrypted. Nothing was sent. Request another link from the recipient.",
  "flow.link.serverChooses":
    "The server {host} chooses what is paid, but you entered an amount. Nothing was sent. Remove the amount.",
  "flow.link.unknownToken":
    "Its token {token} does not exist on this network. Nothing was sent. Request another link from the recipient.",
  "flow.link.contradiction": "The payment link is for another payment",
  "flow.link.contradiction.body":
    "The link requests {requested}, but you entered {entered}. Nothing was sent. Enter what the link requests, or use an address.",
  "flow.server": "This payment request cannot be used",
  "flow.server.unreachable": "{host} did not respond. Nothing was sent. Try again.",
  "flow.server.redirected":
    "{host} leads to another server, which was not contacted. Nothing was sent. Request another link from the recipient.",
  "flow.server.tooLarge":
    "The response of {host} is too large. Nothing was sent. Request another link from the recipient.",
  "flow.server.status":
    "{host} refused it with status {status}. Nothing was sent. Request another link from the recipient.",
  "flow.server.said": "{host} refused it: {text}. Nothing was sent. Request another link from the recipient.",
  "flow.server.unreadable":
    "The response of {host} is not valid. Nothing was sent. Request another link from the recipient.",
  "flow.server.transaction":
    "The transaction from {host} is not valid. Nothing was sent. Request another link from the recipient.",
  "flow.server.signature":
    "A signature in the transaction from {host} is not valid. Nothing was sent. Request another link from the recipient.",
  "flow.server.signer":
    "The transaction from {host} needs another account to sign: {signer}. Nothing was sent. It may be a fraud. Request another link from the recipient.",
  "flow.server.notAsked":
    "The transaction from {host} does not need your signature. Nothing was sent. Request another link from the recipient.",
  "flow.server.expired": "The transaction from {host} has expired. Nothing was sent. Try again.",

  "flow.name": "Error resolving name",
  "flow.name.unknown":
    "{text} has no address on this network, or is not registered. Nothing was sent. Your input was kept. Check the spelling.",
  "flow.name.unsupported": "Names are not available on this network. Nothing was sent. Enter an address.",
  "flow.name.notRead": "{text} could not be looked up. Nothing was sent. Your input was kept. Try again.",

  "flow.names.suggest": "Error fetching name suggestions",
  "flow.names.list": "Error fetching names for address",
  "flow.names.register": "Error registering name {name}",
  "flow.names.short": "A name has at least four characters. Nothing was registered. Choose a longer one.",
  "flow.names.malformed":
    "A name has letters, digits and hyphens only. Nothing was registered. Choose another name.",
  "flow.names.lookup": "Enter a whole name, such as vera.{zone}, or an address of this network.",
  "flow.names.taken": "Another account has this name. Nothing was registered. Choose another name.",
  "flow.names.noEmbeddedWallet":
    "Names are for accounts with an email or social sign-in. Nothing was registered. Sign in with one.",
  "flow.names.unsupported":
    "Names do not exist on this network. Nothing was registered. Switch to another one.",
  "flow.names.changed": "The account or network has changed. Nothing was registered. Review the name again.",
  "flow.names.signature":
    "The registry did not accept the signature. It might not support smart accounts. Nothing was registered. Switch the account in Settings.",
  "flow.names.expired":
    "The approval took more than ten seconds, so the registry did not accept it. Nothing was registered. Try again.",

  "flow.sessions.list": "Could not load permissions",
  "flow.sessions.revoke": "Permission not revoked",
  "flow.sessions.unsupported":
    "Permissions of apps are not available for this account on this network. Switch to another one.",
  "flow.sessions.notFound": "The account has no permission of this id.",
  "flow.sessions.over": "It had ended before. Nothing was requested.",
  "flow.sessions.changed": "The account or network has changed. Nothing was revoked. Open it again.",
  "flow.sessions.stillActive":
    "Your wallet approved it, but your account still accepts this app. Look again in a minute.",
  "flow.sessions.revoked": "Permission revoked",

  "flow.malformed": "Not a signed transaction",
  "flow.malformed.body":
    "This is not a signed transaction for this network. Nothing was sent. Check what you pasted.",
  "flow.noFeeRate": "No fee estimate",
  "flow.noFeeRate.body":
    "The network's server does not say what a payment costs now. Nothing was sent. Try again later, or use another server.",
  "flow.refused": "Rejected by the network",
  "flow.refused.body": "It reported: {text}. Nothing was sent. Sign a new transaction.",
  "flow.uncertain": "It may have been sent",
  "flow.uncertain.body": "The response was lost. Do not sign again. Check whether it went through.",

  "action.checkAgain": "Check again",
  "action.changeAmount": "Change the amount",
  "action.changeRecipient": "Change the recipient",
  "action.chooseToken": "Choose another token",
  "action.changeName": "Change the name",
  "action.reviewAgain": "Review again",
} as const

/** The id of a flow's text, which is its translation key. */
export type FlowMessageId = keyof typeof flowMessages

/** Returns whether a message of this id exists. */
export const isFlowMessageId = (id: string): id is FlowMessageId => Object.hasOwn(flowMessages, id)
